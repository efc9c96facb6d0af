import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127185552 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "financing_home" ("id" text not null, "address" text not null, "since" timestamptz not null, "is_copy" boolean not null default false, "locked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_home_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_home_deleted_at" ON "financing_home" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "financing_home" cascade;`);
  }

}
