import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126062406 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "financing_turned_away" drop constraint if exists "financing_turned_away_environment_purchase_id_unique";`);
    this.addSql(`alter table if exists "financing_token" drop constraint if exists "financing_token_application_id_position_unique";`);
    this.addSql(`alter table if exists "financing_token" drop constraint if exists "financing_token_environment_token_unique";`);
    this.addSql(`alter table if exists "financing_session" drop constraint if exists "financing_session_payment_session_id_unique";`);
    this.addSql(`alter table if exists "financing_review_case" drop constraint if exists "financing_review_case_application_id_cause_unique";`);
    this.addSql(`alter table if exists "financing_pre_approval" drop constraint if exists "financing_pre_approval_environment_token_unique";`);
    this.addSql(`alter table if exists "financing_pre_approval" drop constraint if exists "financing_pre_approval_application_id_unique";`);
    this.addSql(`alter table if exists "financing_pre_approval" drop constraint if exists "financing_pre_approval_claim_hash_unique";`);
    this.addSql(`alter table if exists "financing_application" drop constraint if exists "financing_application_live_key_unique";`);
    this.addSql(`alter table if exists "financing_application" drop constraint if exists "financing_application_service_order_id_unique";`);
    this.addSql(`create table if not exists "financing_application" ("id" text not null, "environment" text check ("environment" in ('staging', 'production')) not null, "kind" text check ("kind" in ('hosted', 'virtual-cart', 'full', 'pre-approval')) not null default 'hosted', "state" text check ("state" in ('created', 'awaiting-customer', 'under-review', 'ready-to-settle', 'settling', 'funded', 'partly-refunded', 'refunded', 'declined', 'cancelled', 'expired', 'needs-attention')) not null default 'created', "code" text null, "code_message" text null, "lender" text null, "tax_exempt" boolean null, "cart_id" text null, "order_id" text null, "requested_order_id" text null, "attempt" integer not null default 1, "service_order_id" text not null, "live_key" text null, "financed_cents" integer not null, "service_cents" integer null, "max_approval_cents" integer null, "refunded_cents" integer not null default 0, "settled" boolean not null default false, "seen_purchase_state" text check ("seen_purchase_state" in ('nothing', 'open-cart', 'changed-cart', 'open-request', 'changed-request', 'unpaid-order', 'order-paid-otherwise', 'authorized-order', 'captured-order', 'cancelled-order', 'order-without-live-payment')) null, "seen_captured_cents" integer null, "seen_refunded_cents" integer null, "snapshot_hash" text not null, "customer_url" text null, "explanation_url" text null, "offers" jsonb null, "selected_offer_id" integer null, "pre_approval_obstacle" text check ("pre_approval_obstacle" in ('above-amount', 'expired', 'not-accepted')) null, "ready_at" timestamptz null, "approved_at" timestamptz null, "paid_out_at" timestamptz null, "shopper_returned" boolean not null default false, "end_reason" text null, "cancelling" boolean not null default false, "expired" boolean not null default false, "review_reason" text null, "confirmed_order_id" text null, "confirmed_order_id_token" text null, "checks_done" integer not null default 0, "last_check_at" timestamptz null, "next_check_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_application_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_cart_id" ON "financing_application" ("cart_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_order_id" ON "financing_application" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_requested_order_id" ON "financing_application" ("requested_order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_application_service_order_id_unique" ON "financing_application" ("service_order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_application_live_key_unique" ON "financing_application" ("live_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_paid_out_at" ON "financing_application" ("paid_out_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_next_check_at" ON "financing_application" ("next_check_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_deleted_at" ON "financing_application" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_created_at" ON "financing_application" ("created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_application_state_created_at" ON "financing_application" ("state", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_lease" ("id" text not null, "holder" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_lease_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_lease_deleted_at" ON "financing_lease" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_operation" ("id" text not null, "kind" text check ("kind" in ('create', 'select-offer', 'settle', 'cancel', 'refund', 'partial-refund', 'update-order-id')) not null, "outcome" text check ("outcome" in ('intended', 'confirmed', 'refused', 'in-doubt')) not null default 'intended', "target_cents" integer null, "token" text null, "new_token" text null, "reference" text null, "attempts" integer not null default 1, "error_code" text null, "http_status" integer null, "correlation_id" text null, "resolved_by" text null, "resolution_note" text null, "deadline_at" timestamptz not null, "finished_at" timestamptz null, "application_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_operation_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_operation_application_id" ON "financing_operation" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_operation_deleted_at" ON "financing_operation" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_operation_application_id_outcome" ON "financing_operation" ("application_id", "outcome") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_outage" ("id" text not null, "cause" text check ("cause" in ('refused-credentials', 'unreachable')) not null, "since" timestamptz not null, "failures" integer not null, "raised_at" timestamptz null, "probed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_outage_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_outage_deleted_at" ON "financing_outage" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_postback" ("id" text not null, "content_type" text null, "bytes" integer not null default 0, "body" text null, "fields" jsonb null, "validation" text null, "attempts" integer not null default 0, "processed_at" timestamptz null, "application_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_postback_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_postback_application_id" ON "financing_postback" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_postback_deleted_at" ON "financing_postback" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_postback_processed_at" ON "financing_postback" ("processed_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_postback_created_at" ON "financing_postback" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_pre_approval" ("id" text not null, "environment" text check ("environment" in ('staging', 'production')) not null, "state" text check ("state" in ('requested', 'in-doubt', 'refused', 'awaiting-customer', 'under-review', 'approved', 'declined', 'cancelled', 'expired', 'needs-attention')) not null default 'requested', "code" text null, "token" text null, "customer_url" text null, "explanation_url" text null, "max_approval_cents" integer null, "customer_id" text null, "claim_hash" text null, "cart_id" text null, "attached_at" timestamptz null, "application_id" text null, "requested_by" text not null default 'shopper', "suppressed" boolean not null default false, "error_code" text null, "http_status" integer null, "correlation_id" text null, "deadline_at" timestamptz not null, "approved_at" timestamptz null, "expires_at" timestamptz not null, "validation" text null, "checks_done" integer not null default 0, "last_check_at" timestamptz null, "next_check_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_pre_approval_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_pre_approval_customer_id" ON "financing_pre_approval" ("customer_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_pre_approval_claim_hash_unique" ON "financing_pre_approval" ("claim_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_pre_approval_cart_id" ON "financing_pre_approval" ("cart_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_pre_approval_application_id_unique" ON "financing_pre_approval" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_pre_approval_next_check_at" ON "financing_pre_approval" ("next_check_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_pre_approval_deleted_at" ON "financing_pre_approval" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_pre_approval_environment_token_unique" ON "financing_pre_approval" ("environment", "token") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_review_case" ("id" text not null, "cause" text check ("cause" in ('doubt', 'answer', 'unknown-code', 'amounts', 'tax-exempt', 'late-approval', 'unneeded-loan', 'mismatch', 'order', 'order-edit', 'unfulfilled', 'test-data', 'dead-payment', 'ledger', 'sign-again', 'settle-again', 'missing-refund', 'refunded-elsewhere', 'cancel', 'unused', 'unsafe-link', 'order-id', 'unwatched')) not null, "reason" text not null, "purchase_state" text check ("purchase_state" in ('nothing', 'open-cart', 'changed-cart', 'open-request', 'changed-request', 'unpaid-order', 'order-paid-otherwise', 'authorized-order', 'captured-order', 'cancelled-order', 'order-without-live-payment')) null, "financed_cents" integer not null, "captured_cents" integer null, "refunded_cents" integer null, "code" text null, "service_cents" integer null, "seen_at" timestamptz not null, "acknowledged_at" timestamptz null, "acknowledged_by" text null, "application_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_review_case_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_review_case_application_id" ON "financing_review_case" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_review_case_deleted_at" ON "financing_review_case" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_review_case_application_id_cause_unique" ON "financing_review_case" ("application_id", "cause") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_server" ("id" text not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_server_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_server_deleted_at" ON "financing_server" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_session" ("id" text not null, "payment_session_id" text not null, "application_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_session_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_session_payment_session_id_unique" ON "financing_session" ("payment_session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_session_application_id" ON "financing_session" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_session_deleted_at" ON "financing_session" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_setting" ("id" text not null, "version" integer not null, "values" jsonb not null, "credentials" jsonb not null, "secret_fingerprint" text not null, "secret_since" timestamptz not null, "changed_at" timestamptz null, "changed_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_setting_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_setting_deleted_at" ON "financing_setting" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_setting_change" ("id" text not null, "what" text[] not null, "by" text not null, "before" jsonb null, "after" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_setting_change_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_setting_change_deleted_at" ON "financing_setting_change" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_setting_change_created_at" ON "financing_setting_change" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_timeline_entry" ("id" text not null, "what" text not null, "actor" text not null default 'plugin', "details" jsonb null, "application_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_timeline_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_timeline_entry_application_id" ON "financing_timeline_entry" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_timeline_entry_deleted_at" ON "financing_timeline_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_timeline_entry_what_created_at" ON "financing_timeline_entry" ("what", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_token" ("id" text not null, "token" text not null, "environment" text not null, "position" integer not null, "application_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_token_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_token_application_id" ON "financing_token" ("application_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_token_deleted_at" ON "financing_token" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_token_environment_token_unique" ON "financing_token" ("environment", "token") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_token_application_id_position_unique" ON "financing_token" ("application_id", "position") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "financing_turned_away" ("id" text not null, "environment" text not null, "purchase_id" text not null, "amount_cents" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "financing_turned_away_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_financing_turned_away_deleted_at" ON "financing_turned_away" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_financing_turned_away_environment_purchase_id_unique" ON "financing_turned_away" ("environment", "purchase_id") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "financing_operation" add constraint "financing_operation_application_id_foreign" foreign key ("application_id") references "financing_application" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table if exists "financing_postback" add constraint "financing_postback_application_id_foreign" foreign key ("application_id") references "financing_application" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table if exists "financing_review_case" add constraint "financing_review_case_application_id_foreign" foreign key ("application_id") references "financing_application" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table if exists "financing_session" add constraint "financing_session_application_id_foreign" foreign key ("application_id") references "financing_application" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table if exists "financing_timeline_entry" add constraint "financing_timeline_entry_application_id_foreign" foreign key ("application_id") references "financing_application" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table if exists "financing_token" add constraint "financing_token_application_id_foreign" foreign key ("application_id") references "financing_application" ("id") on update cascade on delete cascade;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "financing_operation" drop constraint if exists "financing_operation_application_id_foreign";`);

    this.addSql(`alter table if exists "financing_postback" drop constraint if exists "financing_postback_application_id_foreign";`);

    this.addSql(`alter table if exists "financing_review_case" drop constraint if exists "financing_review_case_application_id_foreign";`);

    this.addSql(`alter table if exists "financing_session" drop constraint if exists "financing_session_application_id_foreign";`);

    this.addSql(`alter table if exists "financing_timeline_entry" drop constraint if exists "financing_timeline_entry_application_id_foreign";`);

    this.addSql(`alter table if exists "financing_token" drop constraint if exists "financing_token_application_id_foreign";`);

    this.addSql(`drop table if exists "financing_application" cascade;`);

    this.addSql(`drop table if exists "financing_lease" cascade;`);

    this.addSql(`drop table if exists "financing_operation" cascade;`);

    this.addSql(`drop table if exists "financing_outage" cascade;`);

    this.addSql(`drop table if exists "financing_postback" cascade;`);

    this.addSql(`drop table if exists "financing_pre_approval" cascade;`);

    this.addSql(`drop table if exists "financing_review_case" cascade;`);

    this.addSql(`drop table if exists "financing_server" cascade;`);

    this.addSql(`drop table if exists "financing_session" cascade;`);

    this.addSql(`drop table if exists "financing_setting" cascade;`);

    this.addSql(`drop table if exists "financing_setting_change" cascade;`);

    this.addSql(`drop table if exists "financing_timeline_entry" cascade;`);

    this.addSql(`drop table if exists "financing_token" cascade;`);

    this.addSql(`drop table if exists "financing_turned_away" cascade;`);
  }

}
