import type { Context } from "@medusajs/framework/types"
import { InjectTransactionManager, MedusaContext } from "@medusajs/framework/utils"
import { cents, type Cents, ZERO_CENTS } from "../../domain/money"
import {
  DEADLINE_MARGIN,
  LOOK_AFTER_DEADLINE,
  type OperationKind,
  setsAbsoluteValue,
} from "../../domain/operation"
import { CreationBook } from "./creation-book"
import type { ApplicationRecord, OperationRecord } from "./records"

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
  /** Everything refunded so far, this refund included. */
  refunded: Cents
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
  @InjectTransactionManager()
  async writeIntent(
    intent: Intent,
    @MedusaContext() context: Context = {}
  ): Promise<OperationRecord> {
    const operation = await this.createFinancingOperations(
      {
        application_id: intent.applicationId,
        kind: intent.kind,
        token: intent.token,
        target_cents: intent.target ?? null,
        reference: intent.reference ?? null,
        // The database's own default would be missing in what is returned.
        attempts: 1,
        deadline_at: this.deadlineOf(intent),
      },
      context
    )
    await this.scheduleLookAfter(operation, context)
    return operation
  }

  /** The same for an operation that is sent once more. */
  @InjectTransactionManager()
  async writeRepeat(
    { id, attempts }: OperationRecord,
    intent: Intent,
    @MedusaContext() context: Context = {}
  ): Promise<OperationRecord> {
    const operation = await this.updateFinancingOperations(
      {
        id,
        outcome: "intended" as const,
        attempts: attempts + 1,
        deadline_at: this.deadlineOf(intent),
      },
      context
    )
    await this.scheduleLookAfter(operation, context)
    return operation
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
  @InjectTransactionManager()
  async adoptToken(
    { operation, application, token }: NewToken,
    @MedusaContext() context: Context = {}
  ): Promise<void> {
    await this.addToken(application, token, context)
    await this.updateFinancingOperations({ id: operation.id, new_token: token }, context)
  }

  /** A refund happened: the journal and the books say so in one commit, or neither does. */
  @InjectTransactionManager()
  async confirmRefund(
    { operation, refunded }: Refunded,
    @MedusaContext() context: Context = {}
  ): Promise<ApplicationRecord> {
    const { id, financed_cents } = await this.retrieveFinancingApplication(
      operation.application_id,
      {},
      context
    )
    const left = cents(financed_cents - refunded)
    await this.updateFinancingOperations(
      { id: operation.id, outcome: "confirmed" as const, finished_at: this.clock.dateIn(0) },
      context
    )
    return await this.updateFinancingApplications(
      {
        id,
        refunded_cents: refunded,
        service_cents: left,
        ...(left === ZERO_CENTS
          ? { state: "refunded" as const, settled: false }
          : { state: "partly-refunded" as const }),
        looks_done: 0,
        next_look_at: this.clock.dateIn(2_000),
      },
      context
    )
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
  private async scheduleLookAfter(
    { application_id, kind, deadline_at }: OperationRecord,
    context: Context
  ): Promise<void> {
    if (setsAbsoluteValue(kind)) {
      return
    }
    const due = new Date(deadline_at).getTime() + LOOK_AFTER_DEADLINE * 1000
    await this.updateFinancingApplications(
      { id: application_id, looks_done: 0, next_look_at: new Date(due) },
      context
    )
  }

  private deadlineOf({ deadline }: Intent): Date {
    return this.clock.dateIn(deadline + DEADLINE_MARGIN * 1000)
  }
}
