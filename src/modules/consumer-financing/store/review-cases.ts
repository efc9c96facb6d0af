import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type ReviewCause, CAUSES_OF_THE_MOMENT } from "../../../domain/review-causes"
import type { Environment } from "../../../options/options"
import type { Base } from "./rows"
import type { Journal } from "./journal"
import { type Question, type ReviewCaseRows, sidesOf } from "./review-case-rows"
import type { ReviewCaseRecord, OperationRecord } from "../records"

/**
 * The service takes the order's number; the order is worth again what was signed, or is paid out;
 * Medusa's own ledger adds up again. Of an unsafe link somebody has to know, however the application ends.
 */
const ENDS_BY_ITSELF: readonly ReviewCause[] = ["order-id", "order-edit", "ledger", "unsafe-link"]

/** What a person is asked about an operation in doubt. */
const OF_A_DOUBT: readonly ReviewCause[] = ["doubt", "sign-again"]

/** Milliseconds from the case about an outage's first failure to the outage's own row, at most. */
const NOTED_WITHIN = 60_000

/** What is known of a call that nobody knows the end of. */
export type DoubtfulEnd = Pick<OperationRecord, "error_code"> &
  Partial<Pick<OperationRecord, "http_status" | "correlation_id" | "deadline_at">>

/** What a person has to look at: opened once, confirmed while it lasts, closed once it is settled. */
export class ReviewCases {
  constructor(
    private readonly base: Base,
    private readonly rows: ReviewCaseRows,
    private readonly journal: Journal
  ) {}

  /**
   * Asks a person to look. Told once per cause and reason; one that was acknowledged is told again
   * when its reason or what either side says has changed.
   */
  async ask(applicationId: string, cause: ReviewCause, reason: string): Promise<void> {
    await this.rows.ask(applicationId, { cause, reason })
  }

  /**
   * Nobody knows how an operation ended, and a person is asked: in one commit, so that nothing is ever
   * in doubt without being listed. What somebody else has found out meanwhile stays so. Without a question an
   * outage's alarm tells of it.
   */
  async leaveInDoubt(
    { id, application_id }: OperationRecord,
    why: DoubtfulEnd,
    question: Question | null
  ): Promise<void> {
    const outcome = "in-doubt" as const
    const ended = { ...why, outcome, finished_at: null, updated_at: this.base.clock.dateIn(0) }
    const leave = (knex: Knex) =>
      knex("financing_operation")
        .where({ id })
        .whereIn("outcome", ["intended", "in-doubt"])
        .update(ended)
    await (question ? this.rows.ask(application_id, question, leave) : leave(this.base.knex))
  }

  /** What was asked about shoppers' creates since then is told by the alarm of an outage. */
  async closeCreates(environment: Environment, since: Date): Promise<void> {
    const created_at = { $gte: new Date(new Date(since).getTime() - NOTED_WITHIN) }
    const application = { environment, kind: { $ne: "virtual-cart" as const } }
    const asked = await this.base.rows.listFinancingReviewCases(
      { cause: "doubt", created_at, application },
      { take: null }
    )
    for (const { application_id } of asked) {
      const open = await this.journal.findUnfinished(application_id)
      if (open?.operation.kind === "create") await this.close(application_id, "doubt")
    }
  }

  /** What a person was asked to look at is settled. */
  async close(applicationId: string, ...cause: ReviewCause[]): Promise<void> {
    const settled = await this.base.rows.listFinancingReviewCases({
      application_id: applicationId,
      cause,
    })
    await this.rows.clear(applicationId, settled)
  }

  /** The same where that is so: asked of each cause that a person was asked to look at. */
  async closeIf(
    applicationId: string,
    causes: readonly ReviewCause[],
    isSettled: (cause: ReviewCause) => Promise<boolean>
  ): Promise<void> {
    const asked = await this.base.rows.listFinancingReviewCases({
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
   * Both worlds agreed when somebody looked at that time (milliseconds): whatever was asked before is
   * settled, but for what only ends on its own. What was asked since is newer than that status check.
   */
  async closeAgreed(applicationId: string, since: number): Promise<void> {
    const asked = await this.base.rows.listFinancingReviewCases({ application_id: applicationId })
    if (asked.length > 0) {
      // Whatever the clocks of two servers make of it.
      const inDoubt = (await this.journal.findUnfinished(applicationId))?.doubtful === true
      const stays = inDoubt ? [...ENDS_BY_ITSELF, ...OF_A_DOUBT] : ENDS_BY_ITSELF
      const settled = asked.filter(({ cause }) => !stays.includes(cause))
      await this.rows.clear(applicationId, settled, since)
    }
  }

  /** A person knows it as it is now: quiet until what it says changes. `actor` is an id. */
  async acknowledge(reviewCaseId: string, actor: string): Promise<void> {
    const { application_id } = await this.base.rows.retrieveFinancingReviewCase(reviewCaseId)
    const application = await this.base.rows.retrieveFinancingApplication(application_id)
    await this.base.rows.updateFinancingReviewCases({
      id: reviewCaseId,
      ...sidesOf(application),
      acknowledged_at: this.base.clock.dateIn(0),
      acknowledged_by: actor,
    })
  }

  async takeBackAcknowledgement(reviewCaseId: string): Promise<void> {
    await this.base.rows.updateFinancingReviewCases({
      id: reviewCaseId,
      acknowledged_at: null,
      acknowledged_by: null,
    })
  }

  /** What was asked before has not been tried again, and stays as it is. */
  async keep(applicationId: string, cause: ReviewCause): Promise<void> {
    await this.base.rows.updateFinancingReviewCases({
      selector: { application_id: applicationId, cause },
      data: { seen_at: this.base.clock.dateIn(0) },
    })
  }

  /**
   * After a reconciliation that began then (milliseconds) and saw both sides: what lies in how they stand and was
   * not found again is settled, where the reconciliation was conclusive; the rest is confirmed with what they say.
   */
  async review(
    applicationId: string,
    { since, conclusive }: { since: number; conclusive: boolean }
  ): Promise<void> {
    const asked = await this.base.rows.listFinancingReviewCases({ application_id: applicationId })
    if (asked.length === 0) {
      return
    }
    const old = asked.filter(({ seen_at }) => new Date(seen_at).getTime() < since)
    // A reconciliation is conclusive about money; a create may be in doubt beside it.
    const inDoubt = (await this.journal.findUnfinished(applicationId))?.doubtful === true
    const isOfTheMoment = ({ cause }: ReviewCaseRecord) =>
      CAUSES_OF_THE_MOMENT.includes(cause) && !(cause === "doubt" && inDoubt)
    if (conclusive) {
      await this.rows.clear(applicationId, old.filter(isOfTheMoment), since)
    }
    const lasting = old.filter((one) => !isOfTheMoment(one))
    if (lasting.length > 0) {
      const application = await this.base.rows.retrieveFinancingApplication(applicationId)
      for (const one of lasting) {
        const { cause, reason } = one
        await this.rows.confirm(application, one, { cause, reason, ...sidesOf(application) })
      }
    }
  }

  /** Whether a person was asked for one of these causes since then (milliseconds). */
  async wasAskedSince(
    applicationId: string,
    causes: readonly ReviewCause[],
    since: number
  ): Promise<boolean> {
    const seen_at = { $gte: new Date(since) }
    const asked = await this.base.rows.listFinancingReviewCases(
      { application_id: applicationId, cause: [...causes], seen_at },
      { take: 1, select: ["id"] }
    )
    return asked.length > 0
  }
}
