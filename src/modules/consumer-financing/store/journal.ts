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
import { addRow, changeRow, writeAtomically, type Base } from "./rows"
import { type Happened, lineOf } from "./timeline"

/** An operation to record and commit before its call. */
export type Intent = {
  applicationId: string
  kind: OperationKind
  token: string | null
  /** The loan amount after success. */
  target?: Cents
  /** Medusa's capture or refund row, or the order id. */
  reference?: string | undefined
  /** Milliseconds after which the call has certainly ended; by default the configured ones of its kind. */
  deadline?: number
  /** The timeline entry to write with it. */
  happened?: Happened
}

export const UNFINISHED: OperationRecord["outcome"][] = ["intended", "in-doubt"]

/** Ids only: the admin user and the refund reason. Core forgets them when a refund fails. */
export type Requester = { userId: string | null; refundReasonId: string | null }

/** Details of a `refund-asked` timeline entry. */
type RefundRequestDetails = {
  cents: number
  refund_id: string
  refund_reason_id: unknown
  user_id: unknown
}

const idOf = (value: unknown) => (typeof value === "string" ? value : null)

type RefundLink = {
  operationId: string
  /** The row linked until now, as recorded. */
  from: string | null
  refundId: string
}

/** The journal: records every call that changes something at the service before the call. */
export class Journal {
  constructor(private readonly context: Base) {}

  /** Writes the intent, and schedules the status check that follows if the process dies during the call. */
  async writeIntent(intent: Intent): Promise<OperationRecord> {
    const row = {
      application_id: intent.applicationId,
      kind: intent.kind,
      token: intent.token,
      target_cents: intent.target ?? null,
      reference: intent.reference ?? null,
      deadline_at: this.deadlineOf(intent),
    }
    return await this.withCheckAfter(intent, addRow(this.context.knex, "FinancingOperations", row))
  }

  /** Like `writeIntent`, for an operation that is sent again. */
  async writeRepeat({ id, attempts }: OperationRecord, intent: Intent): Promise<OperationRecord> {
    const { knex } = this.context
    const deadline_at = this.deadlineOf(intent)
    const row = { id, outcome: "intended", attempts: attempts + 1, deadline_at }
    return await this.withCheckAfter(intent, changeRow(knex, "FinancingOperations", row))
  }

  /**
   * Ends an operation that was not sent: refused, or in doubt as before its repeat. Skips a row that another process
   * has changed.
   */
  async revert({ id, attempts }: OperationRecord, before?: OperationRecord | null): Promise<void> {
    const now = this.context.clock.dateIn(0)
    const ending = before
      ? { outcome: "in-doubt", attempts: before.attempts, deadline_at: before.deadline_at }
      : { outcome: "refused", error_code: "lease_lost", finished_at: now }
    await this.context
      .knex("financing_operation")
      .where({ id, attempts, outcome: "intended" })
      .update({ ...ending, updated_at: now })
  }

  /** Changes the given columns of an operation. Throws MedusaError NOT_FOUND. */
  async update(changes: Partial<OperationRecord> & { id: string }): Promise<OperationRecord> {
    const { knex } = this.context
    return await writeAtomically(knex, changeRow(knex, "FinancingOperations", changes))
  }

  async findNewest(
    filter: Parameters<Base["rows"]["listFinancingOperations"]>[0]
  ): Promise<OperationRecord | null> {
    const newest = { order: { created_at: "DESC" }, take: 1 } as const
    const [operation] = await this.context.rows.listFinancingOperations(filter, newest)
    return operation ?? null
  }

  /** Returns the unfinished operation of any kind that is not simply sent again. */
  async findOpenOperation(application_id: string): Promise<OpenOperationRow | null> {
    const kind = { $nin: [...ABSOLUTE_KINDS] }
    const operation = await this.findNewest({ application_id, kind, outcome: UNFINISHED })
    return operation ? toOpenOperation(operation, this.context.clock.now()) : null
  }

  /**
   * Links a Medusa refund row to a confirmed refund, in place of a deleted row. False when another process was
   * first: one statement decides, so no refund is recorded twice.
   */
  async linkRefund({ operationId, from, refundId }: RefundLink): Promise<boolean> {
    const linked = await this.context
      .knex("financing_operation")
      .where({ id: operationId, outcome: "confirmed", reference: from })
      .update({ reference: refundId, updated_at: this.context.clock.dateIn(0) })
    return linked === 1
  }

  /**
   * Finds who requested a refund whose row Medusa dropped. Without a row's id, takes the request of that amount to
   * which no operation refers.
   */
  async findRequester(
    applicationId: string,
    { reference, cents }: { reference: string | null; cents: number }
  ): Promise<Requester> {
    const asked = await this.listRefundRequests(applicationId)
    const operations = await this.context.rows.listFinancingOperations(
      { application_id: applicationId },
      { take: null, select: ["reference"] }
    )
    const referred = operations.map((operation) => operation.reference)
    const isSame = (details: RefundRequestDetails) =>
      details.cents === cents && !referred.includes(details.refund_id)
    const exact = asked.find(({ refund_id }) => refund_id === reference)
    const found = exact ?? (reference === null ? undefined : asked.find(isSame))
    return { userId: idOf(found?.user_id), refundReasonId: idOf(found?.refund_reason_id) }
  }

  /** Whether a request created this refund row, not the reconciliation. */
  async isRefundRequested(applicationId: string, refundId: string): Promise<boolean> {
    const asked = await this.listRefundRequests(applicationId)
    return asked.some(({ refund_id }) => refund_id === refundId)
  }

  /** Newest first. */
  private async listRefundRequests(applicationId: string): Promise<RefundRequestDetails[]> {
    const entries = await this.context.rows.listFinancingTimelineEntries(
      { application_id: applicationId, what: "refund-asked" },
      { take: null, order: { created_at: "DESC" } }
    )
    return entries.map(({ details }) => details as RefundRequestDetails)
  }

  /**
   * Omits the check for operations that are simply sent again: an order number, sent by every reconciliation, must
   * not restart the schedule.
   */
  private async withCheckAfter(
    intent: Intent,
    written: Knex.QueryBuilder
  ): Promise<OperationRecord> {
    const { knex } = this.context
    if (setsAbsoluteValue(intent.kind)) return await writeAtomically(knex, written)
    const { applicationId: id, happened } = intent
    const next_check_at = new Date(this.deadlineOf(intent).getTime() + CHECK_AFTER_DEADLINE * 1000)
    return await writeAtomically(
      knex,
      written,
      changeRow(knex, "FinancingApplications", { id, checks_done: 0, next_check_at }),
      ...(happened ? [lineOf(knex, id, happened)] : [])
    )
  }

  private deadlineOf({ kind, deadline }: Intent): Date {
    const { clock, options } = this.context
    const { create, money } = options.deadlines
    const configured = kind === "create" || kind === "select-offer" ? create : money
    return clock.dateIn((deadline ?? configured) + DEADLINE_MARGIN * 1000)
  }
}
