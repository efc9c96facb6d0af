import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261125200109 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" add column if not exists "settled" boolean not null default false;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" drop column if exists "settled";`);
  }

}
