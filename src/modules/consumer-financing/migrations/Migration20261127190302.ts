import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127190302 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" drop constraint if exists "financing_application_kind_check";`);

    this.addSql(`alter table if exists "financing_review_case" drop constraint if exists "financing_review_case_cause_check";`);

    this.addSql(`alter table if exists "financing_application" add constraint "financing_application_kind_check" check("kind" in ('hosted', 'virtual-cart', 'full', 'pre-approval', 'lost'));`);

    this.addSql(`alter table if exists "financing_review_case" add constraint "financing_review_case_cause_check" check("cause" in ('doubt', 'answer', 'unknown-code', 'amounts', 'tax-exempt', 'late-approval', 'unneeded-loan', 'mismatch', 'order', 'order-edit', 'unfulfilled', 'test-data', 'dead-payment', 'ledger', 'sign-again', 'settle-again', 'missing-refund', 'refunded-elsewhere', 'cancel', 'unused', 'unsafe-link', 'order-id', 'unwatched', 'lost-application'));`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "financing_application" drop constraint if exists "financing_application_kind_check";`);

    this.addSql(`alter table if exists "financing_review_case" drop constraint if exists "financing_review_case_cause_check";`);

    this.addSql(`alter table if exists "financing_application" add constraint "financing_application_kind_check" check("kind" in ('hosted', 'virtual-cart', 'full', 'pre-approval'));`);

    this.addSql(`alter table if exists "financing_review_case" add constraint "financing_review_case_cause_check" check("cause" in ('doubt', 'answer', 'unknown-code', 'amounts', 'tax-exempt', 'late-approval', 'unneeded-loan', 'mismatch', 'order', 'order-edit', 'unfulfilled', 'test-data', 'dead-payment', 'ledger', 'sign-again', 'settle-again', 'missing-refund', 'refunded-elsewhere', 'cancel', 'unused', 'unsafe-link', 'order-id', 'unwatched'));`);
  }

}
