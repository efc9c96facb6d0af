import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261125203532 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" add column if not exists "explanation_url" text null;`);

    this.addSql(`alter table if exists "financing_pre_approval" add column if not exists "explanation_url" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" drop column if exists "explanation_url";`);

    this.addSql(`alter table if exists "financing_pre_approval" drop column if exists "explanation_url";`);
  }

}
