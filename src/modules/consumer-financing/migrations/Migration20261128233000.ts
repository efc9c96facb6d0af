import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261128233000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" add column if not exists "paid_out_cents" integer null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" drop column if exists "paid_out_cents";`);
  }

}
