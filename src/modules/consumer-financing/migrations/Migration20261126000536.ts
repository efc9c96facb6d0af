import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126000536 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_turned_away" drop constraint if exists "financing_turned_away_environment_purchase_id_unique";`);
    this.addSql(`create table if not exists "financing_outage" ("id" text not null, "cause" text check ("cause" in ('refused-credentials', 'unreachable')) not null, "since" timestamptz not null, "failures" integer not null, "raised_at" timestamptz null, "probed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_outage_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_outage_deleted_at" ON "financing_outage" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_turned_away" ("id" text not null, "environment" text not null, "purchase_id" text not null, "amount_cents" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_turned_away_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_turned_away_deleted_at" ON "financing_turned_away" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_turned_away_environment_purchase_id_unique" ON "financing_turned_away" ("environment", "purchase_id") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "financing_outage" cascade;`);

    this.addSql(`drop table if exists "financing_turned_away" cascade;`);
  }

}
