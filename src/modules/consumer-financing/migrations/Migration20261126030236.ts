import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126030236 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" add column if not exists "approved_at" timestamptz null, add column if not exists "paid_out_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_paid_out_at" ON "financing_application" ("paid_out_at") WHERE deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_postback_created_at" ON "financing_postback" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_timeline_entry_what_created_at" ON "financing_timeline_entry" ("what", "created_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_financing_application_paid_out_at";`);
    this.addSql(`alter table if exists "financing_application" drop column if exists "approved_at", drop column if exists "paid_out_at";`);

    this.addSql(`drop index if exists "IDX_financing_postback_created_at";`);

    this.addSql(`drop index if exists "IDX_financing_timeline_entry_what_created_at";`);
  }

}
