import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { ReviewCause } from "../../../domain/review-causes"
import { actionsFor, type Circumstances } from "../../../domain/review-actions"
import { readStatusCode } from "../../../domain/status-codes"
import type { Context } from "../context"
import type { ApplicationRecord, ReviewCaseRecord } from "../records"
import type { OpenOperationRow } from "./aggregate"

/** What Medusa and the service say about an application, as far as read. Amounts in cents. */
export type Sides = Pick<
  ReviewCaseRecord,
  | "purchase_state"
  | "financed_cents"
  | "captured_cents"
  | "refunded_cents"
  | "code"
  | "service_cents"
>

export function sidesOf(application: ApplicationRecord): Sides {
  return {
    purchase_state: application.seen_purchase_state,
    financed_cents: application.financed_cents,
    captured_cents: application.seen_captured_cents,
    refunded_cents: application.seen_refunded_cents,
    code: application.code,
    service_cents: application.service_cents,
  }
}

const COMPARED = [
  "purchase_state",
  "captured_cents",
  "refunded_cents",
  "code",
  "service_cents",
] as const

/** A value that was unknown before has not changed. */
function haveChanged(before: Sides, now: Sides): boolean {
  return COMPARED.some((key) => before[key] !== null && before[key] !== now[key])
}

/** Returns the data that decides which actions are available, as far as read. */
export function circumstancesOf(
  application: ApplicationRecord,
  open: OpenOperationRow | null
): Omit<Circumstances, "acknowledged"> {
  const { code, seen_captured_cents: captured, seen_refunded_cents: refunded } = application
  return {
    purchaseState: application.seen_purchase_state,
    code: code === null ? null : readStatusCode(code),
    captured: (captured ?? 0) > (refunded ?? 0),
    settling: application.state === "settling",
    settled: application.settled,
    open: open && { kind: open.operation.kind, doubtful: open.doubtful },
  }
}

const TABLE = "financing_review_case"

export type ReviewCaseText = { cause: ReviewCause; reason: string }

/** A review case with what both sides say. */
type ReviewCaseContent = ReviewCaseText & Sides

/**
 * Rows of review cases. Each change commits together with the application's own reason and tolerates concurrent
 * processes.
 */
export class ReviewCaseRows {
  constructor(private readonly context: Context) {}

  /**
   * Opens a case; the caller sends the notification. `alongside` commits with it, or nothing does if `alongside`
   * finds no row. The application's reason commits too, because a process that dies right after could not write it.
   */
  async open(
    applicationId: string,
    { cause, reason }: ReviewCaseText,
    alongside?: (transaction: Knex.Transaction) => PromiseLike<number>
  ): Promise<void> {
    const application = await this.context.rows.retrieveFinancingApplication(applicationId)
    const word = { cause, reason, ...sidesOf(application) }
    const id = generateEntityId(undefined, "fincase")
    const seen_at = this.context.clock.dateIn(0)
    const asked = await this.context.knex.transaction(async (transaction) => {
      if (alongside && (await alongside(transaction)) === 0) {
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
  async confirm(
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
      const count = await row.update({
        ...word,
        seen_at: this.context.clock.dateIn(0),
        updated_at: this.context.clock.dateIn(0),
        ...(isNews ? { acknowledged_at: null, acknowledged_by: null } : {}),
      })
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
  async clear(
    applicationId: string,
    settled: readonly ReviewCaseRecord[],
    before?: number
  ): Promise<void> {
    if (settled.length === 0) {
      return
    }
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
    if (cleared.length === 0) {
      return
    }
    await this.context.timeline.note(applicationId, "review-case-cleared", {
      causes: cleared.map(({ cause }) => cause),
    })
  }
}
