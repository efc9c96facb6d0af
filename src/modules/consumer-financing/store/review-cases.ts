import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type ReviewCause, CAUSES_OF_THE_MOMENT } from "../../../domain/review-causes"
import type { Environment } from "../../../options/options"
import type { Context } from "../context"
import { type ReviewCaseText, ReviewCaseRows, sidesOf } from "./review-case-rows"
import type { ReviewCaseRecord, OperationRecord } from "../records"

/**
 * Causes that end by their own condition: the service accepts the number; the order is worth the signed amount again
 * or is paid out; Medusa's ledger is consistent. An unsafe link always needs a person.
 */
const ENDS_BY_ITSELF: readonly ReviewCause[] = ["order-id", "order-edit", "ledger", "unsafe-link"]

const OF_A_DOUBT: readonly ReviewCause[] = ["doubt", "sign-again"]

/** Milliseconds between the case of an outage's first failure and the outage's own row, at most. */
const NOTED_WITHIN = 60_000

export type DoubtfulEnd = Pick<OperationRecord, "error_code"> &
  Partial<Pick<OperationRecord, "http_status" | "correlation_id" | "deadline_at">>

/** Review cases: opened once, confirmed while they last, closed once resolved. */
export class ReviewCases {
  private readonly rows: ReviewCaseRows

  constructor(private readonly context: Context) {
    this.rows = new ReviewCaseRows(context)
  }

  /**
   * Opens a review case. Notifies once per cause and reason; an acknowledged case notifies again when its reason or
   * either side's data has changed.
   */
  async open(applicationId: string, cause: ReviewCause, reason: string): Promise<void> {
    await this.rows.open(applicationId, { cause, reason })
  }

  /**
   * Marks an operation as in doubt and opens its review case in one commit, so that every doubt is listed. Skips an
   * operation that another process has resolved. Without a question, an outage's alarm reports the doubt.
   */
  async markInDoubt(
    { id, application_id }: OperationRecord,
    why: DoubtfulEnd,
    question: ReviewCaseText | null
  ): Promise<void> {
    const outcome = "in-doubt" as const
    const ended = { ...why, outcome, finished_at: null, updated_at: this.context.clock.dateIn(0) }
    const mark = (knex: Knex) =>
      knex("financing_operation")
        .where({ id })
        .whereIn("outcome", ["intended", "in-doubt"])
        .update(ended)
    await (question ? this.rows.open(application_id, question, mark) : mark(this.context.knex))
  }

  /** Closes the cases about shoppers' creates since then, because the outage's alarm counts them. */
  async closeCreates(environment: Environment, since: Date): Promise<void> {
    const created_at = { $gte: new Date(new Date(since).getTime() - NOTED_WITHIN) }
    const application = { environment, kind: { $ne: "virtual-cart" as const } }
    const asked = await this.context.rows.listFinancingReviewCases(
      { cause: "doubt", created_at, application },
      { take: null }
    )
    for (const { application_id } of asked) {
      const open = await this.context.journal.findOpenOperation(application_id)
      if (open?.operation.kind === "create") await this.close(application_id, "doubt")
    }
  }

  async close(applicationId: string, ...causes: ReviewCause[]): Promise<void> {
    await this.closeIf(applicationId, causes, async () => true)
  }

  /** Closes the open cases of those causes for which `isSettled` holds. */
  async closeIf(
    applicationId: string,
    causes: readonly ReviewCause[],
    isSettled: (cause: ReviewCause) => Promise<boolean>
  ): Promise<void> {
    const asked = await this.context.rows.listFinancingReviewCases({
      application_id: applicationId,
      cause: [...causes],
    })
    const settled: ReviewCaseRecord[] = []
    for (const one of asked) {
      if (await isSettled(one.cause)) settled.push(one)
    }
    await this.rows.clear(applicationId, settled)
  }

  /**
   * Closes all cases from before a check (milliseconds) in which both sides agreed, except those that end by their
   * own condition. Newer cases stay.
   */
  async closeAgreed(applicationId: string, since: number): Promise<void> {
    const asked = await this.context.rows.listFinancingReviewCases({
      application_id: applicationId,
    })
    if (asked.length > 0) {
      // Guards against clock skew between servers.
      const inDoubt =
        (await this.context.journal.findOpenOperation(applicationId))?.doubtful === true
      const stays = inDoubt ? [...ENDS_BY_ITSELF, ...OF_A_DOUBT] : ENDS_BY_ITSELF
      const settled = asked.filter(({ cause }) => !stays.includes(cause))
      await this.rows.clear(applicationId, settled, since)
    }
  }

  /** Acknowledges a case: silent until its content changes. `actor` is an id. */
  async acknowledge(reviewCaseId: string, actor: string): Promise<void> {
    const { application_id } = await this.context.rows.retrieveFinancingReviewCase(reviewCaseId)
    const application = await this.context.rows.retrieveFinancingApplication(application_id)
    await this.context.rows.updateFinancingReviewCases({
      id: reviewCaseId,
      ...sidesOf(application),
      acknowledged_at: this.context.clock.dateIn(0),
      acknowledged_by: actor,
    })
  }

  async takeBackAcknowledgement(reviewCaseId: string): Promise<void> {
    const acknowledged = { acknowledged_at: null, acknowledged_by: null }
    await this.context.rows.updateFinancingReviewCases({ id: reviewCaseId, ...acknowledged })
  }

  /** Confirms a case that was not tried again. */
  async keep(applicationId: string, cause: ReviewCause): Promise<void> {
    await this.context.rows.updateFinancingReviewCases({
      selector: { application_id: applicationId, cause },
      data: { seen_at: this.context.clock.dateIn(0) },
    })
  }

  /**
   * Updates cases after a reconciliation that began then (milliseconds) and read both sides. If it was conclusive,
   * closes cases about the two sides' state that it did not find again; confirms the others with the current state.
   */
  async review(
    applicationId: string,
    { since, conclusive }: { since: number; conclusive: boolean }
  ): Promise<void> {
    const asked = await this.context.rows.listFinancingReviewCases({
      application_id: applicationId,
    })
    if (asked.length === 0) {
      return
    }
    const old = asked.filter(({ seen_at }) => new Date(seen_at).getTime() < since)
    // A reconciliation can be conclusive about money while a create is in doubt.
    const inDoubt = (await this.context.journal.findOpenOperation(applicationId))?.doubtful === true
    const isOfTheMoment = ({ cause }: ReviewCaseRecord) =>
      CAUSES_OF_THE_MOMENT.includes(cause) && !(cause === "doubt" && inDoubt)
    if (conclusive) {
      await this.rows.clear(applicationId, old.filter(isOfTheMoment), since)
    }
    const lasting = old.filter((one) => !isOfTheMoment(one))
    if (lasting.length > 0) {
      const application = await this.context.rows.retrieveFinancingApplication(applicationId)
      for (const one of lasting) {
        const { cause, reason } = one
        await this.rows.confirm(application, one, { cause, reason, ...sidesOf(application) })
      }
    }
  }

  /** Whether a case with one of these causes was opened since then (milliseconds). */
  async wasOpenedSince(
    applicationId: string,
    causes: readonly ReviewCause[],
    since: number
  ): Promise<boolean> {
    const seen_at = { $gte: new Date(since) }
    const asked = await this.context.rows.listFinancingReviewCases(
      { application_id: applicationId, cause: [...causes], seen_at },
      { take: 1, select: ["id"] }
    )
    return asked.length > 0
  }
}
