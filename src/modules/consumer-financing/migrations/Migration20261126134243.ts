import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126134243 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_bought_check" ON "financing_application" ("next_check_at") WHERE (order_id is not null or ready_at is not null
  or state not in ('created', 'awaiting-customer', 'declined', 'cancelled', 'expired')) AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_returned_check" ON "financing_application" ("next_check_at") WHERE shopper_returned AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_financing_application_bought_check";`);
    this.addSql(`drop index if exists "IDX_financing_application_returned_check";`);
  }

}
