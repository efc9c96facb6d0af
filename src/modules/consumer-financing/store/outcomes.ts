import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cents, type Cents, ZERO_CENTS } from "../../../domain/money"
import type { ApplicationRecord, OperationRecord } from "../records"
import { UNFINISHED } from "./journal"
import { changeRow, writeAtomically, type Base } from "./rows"
import type { Schedule } from "./schedule"
import { type Happened, lineOf, type Timeline } from "./timeline"
import { addToken } from "./tokens"

/** The answer to a create. */
type Creation = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
  /** Where the customer finishes it, if known. */
  url: string | null
  /** The service's immediate decision about the application. */
  decided?: Partial<ApplicationRecord>
  /** The timeline entry, written once however often this is repeated. */
  happened?: Happened
}

/** `url`: where the customer signs the contract of this offer. */
type Selection = Pick<Creation, "operation" | "url"> & { offerId: number }

/** `happened`: unless another write adds it. */
type Refunded = Pick<Creation, "operation" | "happened"> & {
  application: Pick<ApplicationRecord, "financed_cents">
  /** The total refunded amount, this refund included. */
  refunded: Cents
}

type NewToken = Pick<Creation, "operation" | "application" | "token">

type Confirmed = {
  changes: Partial<ApplicationRecord>
  ended?: Partial<OperationRecord>
  happened?: Happened | undefined
  others?: (Knex.QueryBuilder | Knex.Raw)[]
}

/** Records what the service did with one statement: journal, application, token and timeline, all or none. */
export class Outcomes {
  constructor(private readonly context: Base & { schedule: Schedule; timeline: Timeline }) {}

  /** Records a created application: its token and the rest of the answer. */
  async confirmCreate(creation: Creation): Promise<ApplicationRecord> {
    const { operation, application, token, url, decided, happened } = creation
    const { id: applicationId, environment } = application
    return await this.confirm(operation, {
      changes: {
        state: "awaiting-customer",
        customer_url: url,
        ...decided,
        declined_at: decided?.state === "declined" ? this.context.clock.dateIn(0) : null,
        checks_done: 0,
        next_check_at: this.context.schedule.firstCheckAt(),
      },
      ended: { new_token: token },
      happened,
      others: [addToken(this.context.knex, { applicationId, environment, token })],
    })
  }

  /** Changes the application and adds the reason to its timeline. */
  async change(
    changes: Partial<ApplicationRecord> & { id: string },
    happened: Happened
  ): Promise<ApplicationRecord> {
    const { knex } = this.context
    const changed = changeRow(knex, "FinancingApplications", changes)
    const line = lineOf(knex, changes.id, happened)
    const updated = await writeAtomically<ApplicationRecord>(knex, changed, line)
    await this.context.timeline.emitEntry(changes.id, happened)
    return updated
  }

  /**
   * Records the selected offer and where its contract is signed. It overrides a lost choice of another offer,
   * because the customer signs what this address shows.
   */
  async confirmSelection(selection: Selection): Promise<ApplicationRecord> {
    const { operation, offerId, url } = selection
    const { id, application_id } = operation
    const now = this.context.clock.dateIn(0)
    const overtaken = this.context
      .knex("financing_operation")
      .where({ application_id, kind: "select-offer", deleted_at: null })
      .whereIn("outcome", UNFINISHED)
      .whereNot({ id })
      .update({ outcome: "refused", error_code: "overtaken", finished_at: now, updated_at: now })
    return await this.confirm(operation, {
      changes: {
        selected_offer_id: offerId,
        customer_url: url,
        checks_done: 0,
        next_check_at: this.context.schedule.firstCheckAt(),
      },
      ended: { error_code: null },
      others: [overtaken],
    })
  }

  /** Makes the operation's new token the application's current one. */
  async adoptToken({ operation, application, token }: NewToken): Promise<void> {
    const { knex } = this.context
    const { id: applicationId, environment } = application
    await writeAtomically(
      knex,
      changeRow(knex, "FinancingOperations", { id: operation.id, new_token: token }),
      addToken(knex, { applicationId, environment, token })
    )
  }

  async confirmSettle(operation: OperationRecord, settled: Cents): Promise<ApplicationRecord> {
    return await this.confirm(operation, {
      changes: { state: "settling", settled: true, ...this.checkedSoon() },
      happened: { what: "settled", details: { cents: settled } },
    })
  }

  async confirmRefund(refund: Refunded): Promise<ApplicationRecord> {
    const { operation, application, refunded, happened } = refund
    const left = cents(application.financed_cents - refunded)
    const state =
      left === ZERO_CENTS
        ? { state: "refunded" as const, settled: false }
        : { state: "partly-refunded" as const }
    const sums = { refunded_cents: refunded, service_cents: left }
    const changes = { ...sums, ...state, ...this.checkedSoon() }
    return await this.confirm(operation, { changes, happened })
  }

  /** The schedule of status checks does not change. */
  async confirmOrderId(
    operation: OperationRecord,
    { orderId, token }: { orderId: string; token: string }
  ): Promise<ApplicationRecord> {
    return await this.confirm(operation, {
      changes: { confirmed_order_id: orderId, confirmed_order_id_token: token },
      ended: { error_code: null, http_status: null },
      happened: { what: "order-id-told", details: { order_id: orderId } },
    })
  }

  private checkedSoon() {
    return { checks_done: 0, next_check_at: this.context.clock.dateIn(2_000) }
  }

  /** Confirms an operation in the journal, the application and the timeline at once. */
  private async confirm(
    { id, application_id }: OperationRecord,
    { changes, ended, happened, others = [] }: Confirmed
  ): Promise<ApplicationRecord> {
    const { knex, clock } = this.context
    const outcome = { outcome: "confirmed" as const, finished_at: clock.dateIn(0) }
    // The entry has the operation's id, so it is added once however often it is written.
    const line = happened && { id: id.replace("finop", "fintl"), ...happened }
    const updated = await writeAtomically<ApplicationRecord>(
      knex,
      changeRow(knex, "FinancingApplications", { id: application_id, ...changes }),
      changeRow(knex, "FinancingOperations", { id, ...outcome, ...ended }),
      ...others,
      ...(line ? [lineOf(knex, application_id, line).onConflict("id").ignore()] : [])
    )
    if (happened) {
      await this.context.timeline.emitEntry(application_id, happened)
    }
    return updated
  }
}
