import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127201835 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop table if exists "financing_server" cascade;`);
  }

  override async down(): Promise<void> {
    this.addSql(`create table if not exists "financing_server" ("id" text not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_server_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_server_deleted_at" ON "financing_server" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

}
