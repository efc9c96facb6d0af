import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126063823 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_operation_outcome" ON "financing_operation" ("outcome") WHERE outcome in ('intended', 'in-doubt') AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_financing_operation_outcome";`);
  }

}
