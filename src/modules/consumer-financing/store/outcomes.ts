import { cents, type Cents, ZERO_CENTS } from "../../../domain/money"
import { setsAbsoluteValue } from "../../../domain/operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { type Base, changeRow, together } from "./rows"
import { type Happened, lineOf, type Timeline } from "./timeline"
import { addToken } from "./tokens"

/** What the service said at once of how the application stands. */
export type Decided = Partial<
  Pick<
    ApplicationRecord,
    "code" | "state" | "offers" | "code_message" | "tax_exempt" | "service_cents"
  >
>

/** What a create was answered. */
type Creation = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
  /** Where the customer finishes it, when that is known. */
  url: string | null
  lookAt: Date
  decided?: Decided
  /** What the timeline is to say, once, however often this is written. */
  happened?: Happened
}

type Selection = {
  operation: OperationRecord
  offerId: number
  /** Where the customer signs the contract of this offer. */
  url: string
  lookAt: Date
}

type Refunded = {
  operation: OperationRecord
  application: Pick<ApplicationRecord, "financed_cents">
  /** Everything refunded so far, this refund included. */
  refunded: Cents
  /** What the timeline is to say, where nothing else says it. */
  happened?: Happened | null
}

type NewToken = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
}

/** What the service did, written down by one statement: journal, application, token and timeline, or none of them. */
export class Outcomes {
  constructor(
    private readonly base: Base,
    private readonly timeline: Timeline
  ) {}

  /** The service created it: its token, and what else it answered. */
  async confirmCreate({
    operation,
    application: { id, environment },
    token,
    url,
    lookAt,
    decided,
    happened,
  }: Creation): Promise<ApplicationRecord> {
    const created = await together<ApplicationRecord>(
      this.base.knex,
      changeRow(this.base.knex, "FinancingApplications", {
        id,
        state: "awaiting-customer" as const,
        customer_url: url,
        ...decided,
        declined_at: decided?.state === "declined" ? this.base.clock.dateIn(0) : null,
        checks_done: 0,
        next_check_at: lookAt,
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
      await this.timeline.tellWhatHappened(id, happened)
    }
    return created
  }

  /** The application is changed, and its timeline says why. */
  async change(
    changes: Partial<ApplicationRecord> & { id: string },
    happened: Happened
  ): Promise<ApplicationRecord> {
    const { knex } = this.base
    const changed = changeRow(knex, "FinancingApplications", changes)
    const updated = await together<ApplicationRecord>(
      knex,
      changed,
      lineOf(knex, changes.id, happened)
    )
    await this.timeline.tellWhatHappened(changes.id, happened)
    return updated
  }

  /**
   * The customer's choice stands, and with it where they sign. A choice of another offer whose
   * answer was lost is overtaken: what is signed is what this address shows.
   */
  async confirmSelection({
    operation: { id, application_id },
    offerId,
    url,
    lookAt,
  }: Selection): Promise<ApplicationRecord> {
    const finished_at = this.base.clock.dateIn(0)
    const others = this.base
      .knex("financing_operation")
      .where({ application_id, kind: "select-offer", deleted_at: null })
      .whereIn("outcome", ["intended", "in-doubt"])
      .whereNot({ id })
    return await together(
      this.base.knex,
      changeRow(this.base.knex, "FinancingApplications", {
        id: application_id,
        selected_offer_id: offerId,
        customer_url: url,
        checks_done: 0,
        next_check_at: lookAt,
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

  /** The operation's new token, in its row and as the application's current one. */
  async adoptToken({
    operation,
    application: { id, environment },
    token,
  }: NewToken): Promise<void> {
    await together(
      this.base.knex,
      changeRow(this.base.knex, "FinancingOperations", { id: operation.id, new_token: token }),
      addToken(this.base.knex, { applicationId: id, environment, token })
    )
  }

  /** A settle happened: the journal, the application and the timeline say so at once, or none of them. */
  async confirmSettle(operation: OperationRecord, settled: Cents): Promise<ApplicationRecord> {
    return await this.confirmWith(operation, {
      changes: { state: "settling" as const, settled: true },
      happened: { what: "settled", details: { cents: settled } },
    })
  }

  /** A refund happened: the same. */
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

  /** The service took the order's number: the same. The schedule of status checks stays as it is. */
  async confirmOrderId(
    operation: OperationRecord,
    { orderId, token }: { orderId: string; token: string }
  ): Promise<ApplicationRecord> {
    return await this.confirmWith(operation, {
      changes: { confirmed_order_id: orderId, confirmed_order_id_token: token },
      happened: { what: "order-id-told", details: { order_id: orderId } },
    })
  }

  /** The timeline's line about an operation, added once however often it is written. */
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
    const updated = await together<ApplicationRecord>(
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
      await this.timeline.tellWhatHappened(id, happened)
    }
    return updated
  }
}
