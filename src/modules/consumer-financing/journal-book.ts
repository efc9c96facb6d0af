import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cents, type Cents, ZERO_CENTS } from "../../domain/money"
import {
  DEADLINE_MARGIN,
  LOOK_AFTER_DEADLINE,
  type OperationKind,
  setsAbsoluteValue,
} from "../../domain/operation"
import { CreationBook } from "./creation-book"
import type { ApplicationRecord, OperationRecord } from "./records"
import { addRow, changeRow, together } from "./store/rows"
import { addToken } from "./store/tokens"
import type { Happened } from "./timeline"

/** What is about to be done: written down, and committed, before it is done. */
export type Intent = {
  applicationId: string
  kind: OperationKind
  token: string | null
  /** The loan amount that stands when it has succeeded. */
  target?: Cents
  /** Medusa's row (capture, refund) or the order id that this is about. */
  reference?: string
  /** Milliseconds after which the call has certainly ended. */
  deadline: number
}

/** Ids only: of the admin's user, and of the refund reason. Core forgets them when a refund fails. */
export type WhoAsked = { userId: string | null; refundReasonId: string | null }

type Refunded = {
  operation: OperationRecord
  application: Pick<ApplicationRecord, "financed_cents">
  /** Everything refunded so far, this refund included. */
  refunded: Cents
  /** What the timeline is to say, where nothing else says it. */
  happened?: Happened | null
}

type RefundLink = {
  operationId: string
  /** The row that it stood for until now, as far as it was written down. */
  from: string | null
  refundId: string
}

type NewToken = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
}

/** The journal's rows, each with what has to stand or fall together with it. */
export class JournalBook extends CreationBook {
  /** The intent, and the look that is due should its process die over the call. */
  async writeIntent(intent: Intent): Promise<OperationRecord> {
    const row = {
      application_id: intent.applicationId,
      kind: intent.kind,
      token: intent.token,
      target_cents: intent.target ?? null,
      reference: intent.reference ?? null,
      deadline_at: this.deadlineOf(intent),
    }
    return await this.withLookAfter(intent, addRow(this.knex, "FinancingOperations", row))
  }

  /** The same for an operation that is sent once more. */
  async writeRepeat({ id, attempts }: OperationRecord, intent: Intent): Promise<OperationRecord> {
    const row = {
      id,
      outcome: "intended" as const,
      attempts: attempts + 1,
      deadline_at: this.deadlineOf(intent),
    }
    return await this.withLookAfter(intent, changeRow(this.knex, "FinancingOperations", row))
  }

  /**
   * It was not sent after all: it did not happen, or is in doubt as it was before its repeat. Left alone where
   * somebody else has gone on with the row meanwhile.
   */
  async takeBack(
    { id, attempts }: OperationRecord,
    before: OperationRecord | undefined
  ): Promise<void> {
    const now = this.clock.dateIn(0)
    const ending = before
      ? { outcome: "in-doubt", attempts: before.attempts, deadline_at: before.deadline_at }
      : { outcome: "refused", error_code: "lease_lost", finished_at: now }
    await this.knex("financing_operation")
      .where({ id, attempts, outcome: "intended" })
      .update({ ...ending, updated_at: now })
  }

  /** The operation's new token, in its row and as the tip of the chain. */
  async adoptToken({
    operation,
    application: { id, environment },
    token,
  }: NewToken): Promise<void> {
    await together(
      this.knex,
      changeRow(this.knex, "FinancingOperations", { id: operation.id, new_token: token }),
      addToken(this.knex, { applicationId: id, environment, token })
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

  /** The service took the order's number: the same. The schedule of looks stays as it is. */
  async confirmOrderId(
    operation: OperationRecord,
    { orderId, token }: { orderId: string; token: string }
  ): Promise<ApplicationRecord> {
    return await this.confirmWith(operation, {
      changes: { told_order_id: orderId, told_order_id_token: token },
      happened: { what: "order-id-told", details: { order_id: orderId } },
    })
  }

  private async confirmWith(
    operation: OperationRecord,
    { changes, happened }: { changes: Partial<ApplicationRecord>; happened: Happened | null }
  ): Promise<ApplicationRecord> {
    const id = operation.application_id
    const isAbsolute = setsAbsoluteValue(operation.kind)
    const updated = await together<ApplicationRecord>(
      this.knex,
      changeRow(this.knex, "FinancingApplications", {
        id,
        ...changes,
        ...(isAbsolute ? {} : { looks_done: 0, next_look_at: this.clock.dateIn(2_000) }),
      }),
      changeRow(this.knex, "FinancingOperations", {
        id: operation.id,
        outcome: "confirmed" as const,
        ...(isAbsolute ? { error_code: null, http_status: null } : {}),
        finished_at: this.clock.dateIn(0),
      }),
      ...(happened
        ? [addRow(this.knex, "FinancingTimelineEntries", { application_id: id, ...happened })]
        : [])
    )
    if (happened) {
      await this.tellWhatHappened(id, happened)
    }
    return updated
  }

  /**
   * A refund row of Medusa stands for a refund that happened, in the place of one that is gone. False
   * when another one was quicker: one statement decides, so that no refund is entered twice.
   */
  async linkRefund({ operationId, from, refundId }: RefundLink): Promise<boolean> {
    const linked = await this.knex("financing_operation")
      .where({ id: operationId, outcome: "confirmed", reference: from })
      .update({ reference: refundId, updated_at: this.clock.dateIn(0) })
    return linked === 1
  }

  /** Who asked for the refund that Medusa's row was written for, as far as it came to be sent. */
  async findWhoAsked(applicationId: string, refundId: string | null): Promise<WhoAsked> {
    const details = await this.findRefundAsked(applicationId, refundId)
    const idOf = (value: unknown) => (typeof value === "string" ? value : null)
    return { userId: idOf(details?.user_id), refundReasonId: idOf(details?.refund_reason_id) }
  }

  /** Whether the refund that this row of Medusa's stands for was to be sent for its sake. */
  async wasRefundAsked(applicationId: string, refundId: string): Promise<boolean> {
    return (await this.findRefundAsked(applicationId, refundId)) !== null
  }

  private async findRefundAsked(
    applicationId: string,
    refundId: string | null
  ): Promise<Record<string, unknown> | null> {
    const entries = await this.listFinancingTimelineEntries(
      { application_id: applicationId, what: "refund-asked" },
      { take: null, order: { created_at: "DESC" } }
    )
    return entries.find((one) => one.details?.refund_id === refundId)?.details ?? null
  }

  /** What is simply sent again needs no look; telling a number by every sync must not begin the schedule anew. */
  private async withLookAfter(
    intent: Intent,
    written: Knex.QueryBuilder
  ): Promise<OperationRecord> {
    if (setsAbsoluteValue(intent.kind)) {
      return await together(this.knex, written)
    }
    const due = this.deadlineOf(intent).getTime() + LOOK_AFTER_DEADLINE * 1000
    return await together(
      this.knex,
      written,
      changeRow(this.knex, "FinancingApplications", {
        id: intent.applicationId,
        looks_done: 0,
        next_look_at: new Date(due),
      })
    )
  }

  private deadlineOf({ deadline }: Intent): Date {
    return this.clock.dateIn(deadline + DEADLINE_MARGIN * 1000)
  }
}
