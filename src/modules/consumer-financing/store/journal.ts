import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Cents } from "../../../domain/money"
import {
  ABSOLUTE_KINDS,
  DEADLINE_MARGIN,
  CHECK_AFTER_DEADLINE,
  type OperationKind,
  setsAbsoluteValue,
} from "../../../domain/operation"
import type { OperationRecord } from "../records"
import { type OpenOperationRow, toOpenOperation } from "./aggregate"
import { addRow, type Base, changeRow, together } from "./rows"
import { type Happened, lineOf } from "./timeline"

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
  /** What the timeline is to say with it. */
  happened?: Happened
}

/** Ids only: of the admin's user, and of the refund reason. Core forgets them when a refund fails. */
export type WhoAsked = { userId: string | null; refundReasonId: string | null }

/** Details of a `refund-asked` entry of the timeline. */
type Asked = { cents: number; refund_id: string; refund_reason_id: unknown; user_id: unknown }

const idOf = (value: unknown) => (typeof value === "string" ? value : null)

type MissingRefund = { reference: string | null; cents: number }

type RefundLink = {
  operationId: string
  /** The row that it stood for until now, as far as it was written down. */
  from: string | null
  refundId: string
}

/** The journal: every call that changes something at the service is written here before it is made. */
export class Journal {
  constructor(private readonly base: Base) {}

  /** The intent, and the status check that is due should its process die over the call. */
  async writeIntent(intent: Intent): Promise<OperationRecord> {
    const row = {
      application_id: intent.applicationId,
      kind: intent.kind,
      token: intent.token,
      target_cents: intent.target ?? null,
      reference: intent.reference ?? null,
      deadline_at: this.deadlineOf(intent),
    }
    return await this.withCheckAfter(intent, addRow(this.base.knex, "FinancingOperations", row))
  }

  /** The same for an operation that is sent once more. */
  async writeRepeat({ id, attempts }: OperationRecord, intent: Intent): Promise<OperationRecord> {
    const row = {
      id,
      outcome: "intended" as const,
      attempts: attempts + 1,
      deadline_at: this.deadlineOf(intent),
    }
    return await this.withCheckAfter(intent, changeRow(this.base.knex, "FinancingOperations", row))
  }

  /**
   * It was not sent after all: it did not happen, or is in doubt as it was before its repeat. Left alone where
   * somebody else has gone on with the row meanwhile.
   */
  async takeBack(
    { id, attempts }: OperationRecord,
    before?: OperationRecord | null
  ): Promise<void> {
    const now = this.base.clock.dateIn(0)
    const ending = before
      ? { outcome: "in-doubt", attempts: before.attempts, deadline_at: before.deadline_at }
      : { outcome: "refused", error_code: "lease_lost", finished_at: now }
    await this.base
      .knex("financing_operation")
      .where({ id, attempts, outcome: "intended" })
      .update({ ...ending, updated_at: now })
  }

  /** The operation that is not finished, of any kind that is not simply sent again. */
  async findUnfinished(applicationId: string): Promise<OpenOperationRow | null> {
    const [operation] = await this.base.rows.listFinancingOperations(
      {
        application_id: applicationId,
        kind: { $nin: [...ABSOLUTE_KINDS] },
        outcome: ["intended", "in-doubt"],
      },
      { order: { created_at: "DESC" }, take: 1 }
    )
    return operation ? toOpenOperation(operation, this.base.clock.now()) : null
  }

  /**
   * A refund row of Medusa stands for a refund that happened, in the place of one that is gone. False
   * when another one was quicker: one statement decides, so that no refund is entered twice.
   */
  async linkRefund({ operationId, from, refundId }: RefundLink): Promise<boolean> {
    const linked = await this.base
      .knex("financing_operation")
      .where({ id: operationId, outcome: "confirmed", reference: from })
      .update({ reference: refundId, updated_at: this.base.clock.dateIn(0) })
    return linked === 1
  }

  /**
   * Who asked for a refund whose row Medusa dropped. A row that was restored and dropped again is not the
   * one that was asked for: then, the request of that amount which no operation refers to.
   */
  async findWhoAsked(
    applicationId: string,
    { reference, cents }: MissingRefund
  ): Promise<WhoAsked> {
    const asked = await this.listRefundsAsked(applicationId)
    const operations = await this.base.rows.listFinancingOperations(
      { application_id: applicationId },
      { take: null, select: ["reference"] }
    )
    const referred = operations.map((one) => one.reference)
    const isSame = (one: Asked) => one.cents === cents && !referred.includes(one.refund_id)
    const exact = asked.find(({ refund_id }) => refund_id === reference)
    const found = exact ?? (reference === null ? undefined : asked.find(isSame))
    return { userId: idOf(found?.user_id), refundReasonId: idOf(found?.refund_reason_id) }
  }

  /** Whether this refund row of Medusa was written by a request, not by the reconciliation. */
  async wasRefundAsked(applicationId: string, refundId: string): Promise<boolean> {
    const asked = await this.listRefundsAsked(applicationId)
    return asked.some(({ refund_id }) => refund_id === refundId)
  }

  /** The newest first. */
  private async listRefundsAsked(applicationId: string): Promise<Asked[]> {
    const entries = await this.base.rows.listFinancingTimelineEntries(
      { application_id: applicationId, what: "refund-asked" },
      { take: null, order: { created_at: "DESC" } }
    )
    return entries.map(({ details }) => details as Asked)
  }

  /** What is simply sent again needs no status check; telling a number by every reconciliation must not begin the schedule again. */
  private async withCheckAfter(
    intent: Intent,
    written: Knex.QueryBuilder
  ): Promise<OperationRecord> {
    if (setsAbsoluteValue(intent.kind)) {
      return await together(this.base.knex, written)
    }
    const due = this.deadlineOf(intent).getTime() + CHECK_AFTER_DEADLINE * 1000
    const { applicationId: id, happened } = intent
    return await together(
      this.base.knex,
      written,
      changeRow(this.base.knex, "FinancingApplications", {
        id,
        checks_done: 0,
        next_check_at: new Date(due),
      }),
      ...(happened ? [lineOf(this.base.knex, id, happened)] : [])
    )
  }

  private deadlineOf({ deadline }: Intent): Date {
    return this.base.clock.dateIn(deadline + DEADLINE_MARGIN * 1000)
  }
}
