import { cents, type Cents, ZERO_CENTS } from "../../../domain/money"
import { setsAbsoluteValue } from "../../../domain/operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { type Base, changeRow, writeAtomically } from "./rows"
import { type Happened, lineOf, type Timeline } from "./timeline"
import { addToken } from "./tokens"

/** The service's immediate decision about the application. */
export type Decided = Partial<
  Pick<
    ApplicationRecord,
    "code" | "state" | "offers" | "code_message" | "tax_exempt" | "service_cents"
  >
>

/** The answer to a create. */
type Creation = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
  /** Where the customer finishes it, if known. */
  url: string | null
  nextCheckAt: Date
  decided?: Decided
  /** The timeline entry, written once however often this is repeated. */
  happened?: Happened
}

type Selection = {
  operation: OperationRecord
  offerId: number
  /** Where the customer signs the contract of this offer. */
  url: string
  nextCheckAt: Date
}

type Refunded = {
  operation: OperationRecord
  application: Pick<ApplicationRecord, "financed_cents">
  /** The total refunded amount, this refund included. */
  refunded: Cents
  /** The timeline entry, unless another write adds it. */
  happened?: Happened | null
}

type NewToken = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
}

/** Records what the service did with one statement: journal, application, token and timeline, all or none. */
export class Outcomes {
  constructor(
    private readonly base: Base,
    private readonly timeline: Timeline
  ) {}

  /** Records a created application: its token and the rest of the answer. */
  async confirmCreate({
    operation,
    application: { id, environment },
    token,
    url,
    nextCheckAt,
    decided,
    happened,
  }: Creation): Promise<ApplicationRecord> {
    const created = await writeAtomically<ApplicationRecord>(
      this.base.knex,
      changeRow(this.base.knex, "FinancingApplications", {
        id,
        state: "awaiting-customer" as const,
        customer_url: url,
        ...decided,
        declined_at: decided?.state === "declined" ? this.base.clock.dateIn(0) : null,
        checks_done: 0,
        next_check_at: nextCheckAt,
      }),
      changeRow(this.base.knex, "FinancingOperations", {
        id: operation.id,
        outcome: "confirmed" as const,
        new_token: token,
        finished_at: this.base.clock.dateIn(0),
      }),
      addToken(this.base.knex, { applicationId: id, environment, token }),
      ...this.linesOf(operation, happened)
    )
    if (happened) {
      await this.timeline.emitEntry(id, happened)
    }
    return created
  }

  /** Changes the application and adds the reason to its timeline. */
  async change(
    changes: Partial<ApplicationRecord> & { id: string },
    happened: Happened
  ): Promise<ApplicationRecord> {
    const { knex } = this.base
    const changed = changeRow(knex, "FinancingApplications", changes)
    const updated = await writeAtomically<ApplicationRecord>(
      knex,
      changed,
      lineOf(knex, changes.id, happened)
    )
    await this.timeline.emitEntry(changes.id, happened)
    return updated
  }

  /**
   * Records the selected offer and where its contract is signed. It overrides a lost choice of another offer,
   * because the customer signs what this address shows.
   */
  async confirmSelection({
    operation: { id, application_id },
    offerId,
    url,
    nextCheckAt,
  }: Selection): Promise<ApplicationRecord> {
    const finished_at = this.base.clock.dateIn(0)
    const others = this.base
      .knex("financing_operation")
      .where({ application_id, kind: "select-offer", deleted_at: null })
      .whereIn("outcome", ["intended", "in-doubt"])
      .whereNot({ id })
    return await writeAtomically(
      this.base.knex,
      changeRow(this.base.knex, "FinancingApplications", {
        id: application_id,
        selected_offer_id: offerId,
        customer_url: url,
        checks_done: 0,
        next_check_at: nextCheckAt,
      }),
      changeRow(this.base.knex, "FinancingOperations", {
        id,
        outcome: "confirmed" as const,
        error_code: null,
        finished_at,
      }),
      others.update({
        outcome: "refused",
        error_code: "overtaken",
        finished_at,
        updated_at: finished_at,
      })
    )
  }

  /** Makes the operation's new token the application's current one. */
  async adoptToken({
    operation,
    application: { id, environment },
    token,
  }: NewToken): Promise<void> {
    await writeAtomically(
      this.base.knex,
      changeRow(this.base.knex, "FinancingOperations", { id: operation.id, new_token: token }),
      addToken(this.base.knex, { applicationId: id, environment, token })
    )
  }

  /** Confirms a settle in the journal, the application and the timeline at once. */
  async confirmSettle(operation: OperationRecord, settled: Cents): Promise<ApplicationRecord> {
    return await this.confirmWith(operation, {
      changes: { state: "settling" as const, settled: true },
      happened: { what: "settled", details: { cents: settled } },
    })
  }

  /** Confirms a refund in the same way. */
  async confirmRefund({
    operation,
    application,
    refunded,
    happened = null,
  }: Refunded): Promise<ApplicationRecord> {
    const left = cents(application.financed_cents - refunded)
    const changes = {
      refunded_cents: refunded,
      service_cents: left,
      ...(left === ZERO_CENTS
        ? { state: "refunded" as const, settled: false }
        : { state: "partly-refunded" as const }),
    }
    return await this.confirmWith(operation, { changes, happened })
  }

  /** Confirms the order number in the same way; the schedule of status checks does not change. */
  async confirmOrderId(
    operation: OperationRecord,
    { orderId, token }: { orderId: string; token: string }
  ): Promise<ApplicationRecord> {
    return await this.confirmWith(operation, {
      changes: { confirmed_order_id: orderId, confirmed_order_id_token: token },
      happened: { what: "order-id-told", details: { order_id: orderId } },
    })
  }

  /** Builds an operation's timeline entry, added once however often it is written. */
  private linesOf({ id, application_id }: OperationRecord, happened?: Happened | null) {
    const line = happened && { id: id.replace("finop", "fintl"), ...happened }
    return line ? [lineOf(this.base.knex, application_id, line).onConflict("id").ignore()] : []
  }

  private async confirmWith(
    operation: OperationRecord,
    { changes, happened }: { changes: Partial<ApplicationRecord>; happened: Happened | null }
  ): Promise<ApplicationRecord> {
    const id = operation.application_id
    const isAbsolute = setsAbsoluteValue(operation.kind)
    const updated = await writeAtomically<ApplicationRecord>(
      this.base.knex,
      changeRow(this.base.knex, "FinancingApplications", {
        id,
        ...changes,
        ...(isAbsolute ? {} : { checks_done: 0, next_check_at: this.base.clock.dateIn(2_000) }),
      }),
      changeRow(this.base.knex, "FinancingOperations", {
        id: operation.id,
        outcome: "confirmed" as const,
        ...(isAbsolute ? { error_code: null, http_status: null } : {}),
        finished_at: this.base.clock.dateIn(0),
      }),
      ...this.linesOf(operation, happened)
    )
    if (happened) {
      await this.timeline.emitEntry(id, happened)
    }
    return updated
  }
}
