import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127222438 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop table if exists "financing_turned_away" cascade;`);

    this.addSql(`alter table if exists "financing_outage" add column if not exists "shoppers" integer not null default 0, add column if not exists "cents" integer not null default 0;`);
  }

  override async down(): Promise<void> {
    this.addSql(`create table if not exists "financing_turned_away" ("id" text not null, "environment" text not null, "purchase_id" text not null, "amount_cents" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_turned_away_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_turned_away_deleted_at" ON "financing_turned_away" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_turned_away_environment_purchase_id_unique" ON "financing_turned_away" ("environment", "purchase_id") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "financing_outage" drop column if exists "shoppers", drop column if exists "cents";`);
  }

}
