import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261128073840 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_operation_kind_finished_at" ON "financing_operation" ("kind", "finished_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_financing_operation_kind_finished_at";`);
  }

}
