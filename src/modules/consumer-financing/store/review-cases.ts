import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { actionsFor } from "../../../domain/review-actions"
import { type ReviewCause, CAUSES_OF_THE_MOMENT } from "../../../domain/review-causes"
import type { Environment } from "../../../options/options"
import { circumstancesOf, haveChanged, type Sides, sidesOf } from "./review-case-sides"
import type { ApplicationRecord, OperationRecord, ReviewCaseRecord } from "../records"
import type { Base } from "./rows"
import type { Journal } from "./journal"
import type { Timeline } from "./timeline"

/**
 * Causes that end by their own condition: the service accepts the number; the order is worth the signed amount again
 * or is paid out; Medusa's ledger is consistent. An unsafe link always needs staff.
 */
const ENDS_BY_ITSELF: readonly ReviewCause[] = ["order-id", "order-edit", "ledger", "unsafe-link"]

const TABLE = "financing_review_case"

const OF_A_DOUBT: readonly ReviewCause[] = ["doubt", "sign-again"]

/** Milliseconds between the case of an outage's first failure and the outage's own row, at most. */
const NOTED_WITHIN = 60_000

export type DoubtfulEnd = Pick<OperationRecord, "error_code"> &
  Partial<Pick<OperationRecord, "http_status" | "correlation_id" | "deadline_at">>

type ReviewCaseText = { cause: ReviewCause; reason: string }

/** A review case with what both sides say. */
type ReviewCaseContent = ReviewCaseText & Sides

/**
 * Review cases: opened once, confirmed while they last, closed once resolved. Each change commits together with the
 * application's own reason and tolerates concurrent processes.
 */
export class ReviewCases {
  constructor(private readonly context: Base & { journal: Journal; timeline: Timeline }) {}

  /**
   * Opens a review case. Notifies once per cause and reason; an acknowledged case notifies again when its reason or
   * either side's data has changed.
   */
  async open(applicationId: string, cause: ReviewCause, reason: string): Promise<void> {
    await this.openAlongside(applicationId, { cause, reason }, async () => 1)
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
    await (question ? this.openAlongside(application_id, question, mark) : mark(this.context.knex))
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
    const cases = { application_id: applicationId, cause: causes }
    await this.clear(applicationId, await this.context.rows.listFinancingReviewCases(cases))
  }

  /**
   * Closes all cases from before a check (milliseconds) in which both sides agreed, except those that end by their
   * own condition. Newer cases stay.
   */
  async closeAgreed(applicationId: string, since: number): Promise<void> {
    const { rows, journal } = this.context
    const asked = await rows.listFinancingReviewCases({ application_id: applicationId })
    if (asked.length === 0) return
    // Guards against clock skew between servers.
    const inDoubt = (await journal.findOpenOperation(applicationId))?.doubtful === true
    const stays = inDoubt ? [...ENDS_BY_ITSELF, ...OF_A_DOUBT] : ENDS_BY_ITSELF
    const settled = asked.filter(({ cause }) => !stays.includes(cause))
    await this.clear(applicationId, settled, since)
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
    const { rows, journal } = this.context
    const asked = await rows.listFinancingReviewCases({ application_id: applicationId })
    if (asked.length === 0) return
    const old = asked.filter(({ seen_at }) => new Date(seen_at).getTime() < since)
    // A reconciliation can be conclusive about money while a create is in doubt.
    const inDoubt = (await journal.findOpenOperation(applicationId))?.doubtful === true
    const isOfTheMoment = ({ cause }: ReviewCaseRecord) =>
      CAUSES_OF_THE_MOMENT.includes(cause) && !(cause === "doubt" && inDoubt)
    if (conclusive) {
      await this.clear(applicationId, old.filter(isOfTheMoment), since)
    }
    const lasting = old.filter((one) => !isOfTheMoment(one))
    if (lasting.length > 0) {
      const application = await rows.retrieveFinancingApplication(applicationId)
      for (const one of lasting) {
        const { cause, reason } = one
        await this.confirm(application, one, { cause, reason, ...sidesOf(application) })
      }
    }
  }

  /** Whether a case with one of these causes is open, and was found again since then (milliseconds). */
  async isOpen(applicationId: string, causes: readonly ReviewCause[], since = 0): Promise<boolean> {
    const seen_at = { $gte: new Date(since) }
    const asked = await this.context.rows.listFinancingReviewCases(
      { application_id: applicationId, cause: [...causes], seen_at },
      { take: 1, select: ["id"] }
    )
    return asked.length > 0
  }

  /**
   * Opens a case. `alongside` commits with it, or nothing does if `alongside` finds no row. The application's reason
   * commits too, because a process that dies right after could not write it.
   */
  private async openAlongside(
    applicationId: string,
    { cause, reason }: ReviewCaseText,
    alongside: (transaction: Knex.Transaction) => PromiseLike<number>
  ): Promise<void> {
    const application = await this.context.rows.retrieveFinancingApplication(applicationId)
    const word = { cause, reason, ...sidesOf(application) }
    const id = generateEntityId(undefined, "fincase")
    const seen_at = this.context.clock.dateIn(0)
    const asked = await this.context.knex.transaction(async (transaction) => {
      if ((await alongside(transaction)) === 0) {
        return null
      }
      const rows = (await transaction(TABLE)
        .insert({ id, application_id: applicationId, ...word, seen_at })
        .onConflict(this.context.knex.raw("(application_id, cause) where deleted_at is null"))
        // Updates `seen_at`, so that a concurrent clear notices the new request.
        .merge({ seen_at })
        .returning("*")) as ReviewCaseRecord[]
      const asked = rows[0] ?? null
      if (asked?.id === id) {
        await this.showNewestReason(transaction, applicationId)
      }
      return asked
    })
    if (asked?.id === id) {
      await this.notifyStaff(application, id, word)
    } else if (asked) {
      await this.confirm(application, asked, word)
    }
  }

  /** Notifies again when the content has changed. Only one concurrent writer sends the notification. */
  private async confirm(
    application: ApplicationRecord,
    known: ReviewCaseRecord,
    word: ReviewCaseContent
  ): Promise<void> {
    const isNews =
      known.reason !== word.reason || (known.acknowledged_at !== null && haveChanged(known, word))
    const confirmed = await this.context.knex.transaction(async (transaction) => {
      const asKnown = transaction(TABLE).where({ id: known.id, reason: known.reason })
      const row =
        isNews && known.acknowledged_at ? asKnown.whereNotNull("acknowledged_at") : asKnown
      const now = this.context.clock.dateIn(0)
      const unacknowledged = isNews ? { acknowledged_at: null, acknowledged_by: null } : {}
      const count = await row.update({ ...word, seen_at: now, updated_at: now, ...unacknowledged })
      if (isNews) {
        await this.showNewestReason(transaction, application.id)
      }
      return count
    })
    if (isNews && confirmed === 1) {
      await this.notifyStaff(application, known.id, word)
    }
  }

  private async notifyStaff(
    application: ApplicationRecord,
    reviewCaseId: string,
    { cause, reason }: ReviewCaseContent
  ): Promise<void> {
    const { id, cart_id, order_id, requested_order_id } = application
    const now = circumstancesOf(application, await this.context.journal.findOpenOperation(id))
    await this.context.timeline.note(id, "needs-attention", {
      cause,
      reason,
      review_case_id: reviewCaseId,
      cart_id,
      order_id: order_id ?? requested_order_id,
      actions: actionsFor(cause, { ...now, acknowledged: false }),
    })
  }

  /** Locks the application's row before it reads, so that the last writer has also read last. */
  private async showNewestReason(
    transaction: Knex.Transaction,
    applicationId: string
  ): Promise<void> {
    const application = transaction("financing_application").where({ id: applicationId })
    await application.clone().forNoKeyUpdate().select("id")
    const newest = transaction(TABLE)
      .select("reason")
      .where({ application_id: applicationId, deleted_at: null })
      .orderBy("updated_at", "desc")
      .limit(1)
    await application.update({ review_reason: newest, updated_at: this.context.clock.dateIn(0) })
  }

  /** Skips cases that another process cleared, or opened again since `before`. */
  private async clear(
    applicationId: string,
    settled: readonly ReviewCaseRecord[],
    before?: number
  ): Promise<void> {
    if (settled.length === 0) return
    const cleared = await this.context.knex.transaction(async (transaction) => {
      const theirs = transaction<Pick<ReviewCaseRecord, "id" | "cause" | "seen_at">>(TABLE).whereIn(
        "id",
        settled.map(({ id }) => id)
      )
      const old = before === undefined ? theirs : theirs.where("seen_at", "<", new Date(before))
      const gone = await old.delete().returning("cause")
      if (gone.length > 0) {
        await this.showNewestReason(transaction, applicationId)
      }
      return gone
    })
    if (cleared.length === 0) return
    const causes = cleared.map(({ cause }) => cause)
    await this.context.timeline.note(applicationId, "review-case-cleared", { causes })
  }
}
