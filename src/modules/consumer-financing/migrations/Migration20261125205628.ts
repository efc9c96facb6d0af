import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261125205628 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_attention" drop constraint if exists "financing_attention_cause_check";`);

    this.addSql(`alter table if exists "financing_attention" add constraint "financing_attention_cause_check" check("cause" in ('doubt', 'answer', 'unknown-code', 'amounts', 'tax-exempt', 'late-approval', 'unneeded-loan', 'standing', 'order', 'order-edit', 'unfulfilled', 'test-data', 'dead-payment', 'books', 'sign-again', 'settle-again', 'missing-refund', 'refunded-elsewhere', 'cancel', 'unused', 'unsafe-link', 'order-id', 'unwatched'));`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "financing_attention" drop constraint if exists "financing_attention_cause_check";`);

    this.addSql(`alter table if exists "financing_attention" add constraint "financing_attention_cause_check" check("cause" in ('doubt', 'answer', 'unknown-code', 'amounts', 'tax-exempt', 'late-approval', 'unneeded-loan', 'standing', 'order', 'order-edit', 'dead-payment', 'books', 'sign-again', 'settle-again', 'missing-refund', 'refunded-elsewhere', 'cancel', 'unused', 'unsafe-link', 'order-id', 'unwatched'));`);
  }

}
