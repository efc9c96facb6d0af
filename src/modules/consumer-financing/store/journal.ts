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
    const entries = await this.base.rows.listFinancingTimelineEntries(
      { application_id: applicationId, what: "refund-asked" },
      { take: null, order: { created_at: "DESC" } }
    )
    return entries.find((one) => one.details?.refund_id === refundId)?.details ?? null
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
