import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127193000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" add column if not exists "contact_hash" text null, add column if not exists "customer_id" text null, add column if not exists "declined_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_customer_id" ON "financing_application" ("customer_id") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_financing_application_customer_id";`);
    this.addSql(`alter table if exists "financing_application" drop column if exists "contact_hash", drop column if exists "customer_id", drop column if exists "declined_at";`);
  }

}
