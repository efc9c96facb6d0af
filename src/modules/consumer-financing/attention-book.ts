import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type AttentionCause, CAUSES_OF_THE_MOMENT } from "../../domain/attention"
import { actionsFor } from "../../domain/attention-actions"
import { ABSOLUTE_KINDS, isOverdue } from "../../domain/operation"
import { circumstancesOf, haveChanged, sidesOf, type Word } from "./attention-sides"
import type { ApplicationRecord, AttentionRecord, OperationRecord } from "./records"
import { Timeline } from "./timeline"

/**
 * The service takes the order's number; the order is worth again what was signed, or is paid out;
 * Medusa's own books add up again.
 */
const ENDS_BY_ITSELF: readonly AttentionCause[] = ["order-id", "order-edit", "books"]

/** What a person is asked about an operation in doubt. */
const OF_A_DOUBT: readonly AttentionCause[] = ["doubt", "sign-again"]

const TABLE = "financing_attention"

/** What a person is asked, and under which heading. */
export type Question = { cause: AttentionCause; reason: string }

/** What is known of a call that nobody knows the end of. */
export type DoubtfulEnd = Pick<OperationRecord, "error_code"> &
  Partial<Pick<OperationRecord, "http_status" | "correlation_id">>

/** What a person has to look at: raised once, confirmed while it lasts, gone once it is settled. */
export class AttentionBook extends Timeline {
  /**
   * Asks a person to look. Told once per cause and reason; one that was acknowledged is told again
   * when its reason or what either side says has changed.
   */
  async askForAttention(
    applicationId: string,
    cause: AttentionCause,
    reason: string
  ): Promise<void> {
    await this.ask(applicationId, { cause, reason })
  }

  /**
   * Nobody knows how an operation ended, and a person is asked: in one commit, so that nothing is ever
   * in doubt without being listed. What somebody else has found out meanwhile stays so.
   */
  async leaveInDoubt(
    { id, application_id }: OperationRecord,
    why: DoubtfulEnd,
    question: Question
  ): Promise<void> {
    const outcome = "in-doubt" as const
    const ended = { ...why, outcome, finished_at: null, updated_at: this.clock.dateIn(0) }
    await this.ask(application_id, question, (transaction) =>
      transaction("financing_operation")
        .where({ id })
        .whereIn("outcome", ["intended", "in-doubt"])
        .update(ended)
    )
  }

  /** What a person was asked to look at is settled. */
  async clearAttention(applicationId: string, ...cause: AttentionCause[]): Promise<void> {
    const settled = await this.listFinancingAttentions({ application_id: applicationId, cause })
    await this.clear(applicationId, settled)
  }

  /**
   * Both worlds agreed when somebody looked at that time (milliseconds): whatever was asked before is
   * settled, but for what ends by itself alone. What was asked since is newer than that look.
   */
  async clearAgreed(applicationId: string, since: number): Promise<void> {
    const asked = await this.listFinancingAttentions({ application_id: applicationId })
    if (asked.length > 0) {
      // Whatever the clocks of two servers make of it.
      const inDoubt = (await this.findUnfinished(applicationId))?.doubtful === true
      const stays = inDoubt ? [...ENDS_BY_ITSELF, ...OF_A_DOUBT] : ENDS_BY_ITSELF
      const settled = asked.filter(({ cause }) => !stays.includes(cause))
      await this.clear(applicationId, settled, since)
    }
  }

  /** A person knows it as it is now: quiet until what it says changes. `actor` is an id. */
  async acknowledge(attentionId: string, actor: string): Promise<void> {
    const { application_id } = await this.retrieveFinancingAttention(attentionId)
    const application = await this.retrieveFinancingApplication(application_id)
    await this.updateFinancingAttentions({
      id: attentionId,
      ...sidesOf(application),
      acknowledged_at: this.clock.dateIn(0),
      acknowledged_by: actor,
    })
  }

  async takeBackAcknowledgement(attentionId: string): Promise<void> {
    await this.updateFinancingAttentions({
      id: attentionId,
      acknowledged_at: null,
      acknowledged_by: null,
    })
  }

  /** What was asked before has not been tried again, and stays as it is. */
  async keepAttention(applicationId: string, cause: AttentionCause): Promise<void> {
    await this.updateFinancingAttentions({
      selector: { application_id: applicationId, cause },
      data: { seen_at: this.clock.dateIn(0) },
    })
  }

  /**
   * After a sync that began then (milliseconds) and saw both sides: what lies in how they stand and was
   * not found again is settled, where the sync was conclusive; the rest is confirmed with what they say.
   */
  async reviewAttentions(
    applicationId: string,
    { since, conclusive }: { since: number; conclusive: boolean }
  ): Promise<void> {
    const asked = await this.listFinancingAttentions({ application_id: applicationId })
    const old = asked.filter(({ seen_at }) => new Date(seen_at).getTime() < since)
    // A sync is conclusive about money; a create may be in doubt beside it.
    const inDoubt = (await this.findUnfinished(applicationId))?.doubtful === true
    const isOfTheMoment = ({ cause }: AttentionRecord) =>
      CAUSES_OF_THE_MOMENT.includes(cause) && !(cause === "doubt" && inDoubt)
    if (conclusive) {
      await this.clear(applicationId, old.filter(isOfTheMoment), since)
    }
    const lasting = old.filter((one) => !isOfTheMoment(one))
    if (lasting.length > 0) {
      const application = await this.retrieveFinancingApplication(applicationId)
      for (const one of lasting) {
        const { cause, reason } = one
        await this.confirm(application, one, { cause, reason, ...sidesOf(application) })
      }
    }
  }

  /** Whether a person was asked for one of these causes since then (milliseconds). */
  async wasAskedSince(
    applicationId: string,
    causes: readonly AttentionCause[],
    since: number
  ): Promise<boolean> {
    const seen_at = { $gte: new Date(since) }
    const asked = await this.listFinancingAttentions(
      { application_id: applicationId, cause: [...causes], seen_at },
      { take: 1, select: ["id"] }
    )
    return asked.length > 0
  }

  /** The operation that is not finished, of any kind that is not simply sent again. */
  async findUnfinished(
    applicationId: string
  ): Promise<{ operation: OperationRecord; doubtful: boolean } | null> {
    const [operation] = await this.listFinancingOperations(
      {
        application_id: applicationId,
        kind: { $nin: [...ABSOLUTE_KINDS] },
        outcome: ["intended", "in-doubt"],
      },
      { order: { created_at: "DESC" }, take: 1 }
    )
    return operation
      ? {
          operation,
          doubtful: operation.outcome === "in-doubt" || isOverdue(operation, this.clock.now()),
        }
      : null
  }

  /**
   * Whoever raises it tells people. `alongside` is committed with it, or nothing is where it finds no row.
   * The application's own word is, too: a process that dies right after may not be able to say it.
   */
  private async ask(
    applicationId: string,
    { cause, reason }: Question,
    alongside?: (transaction: Knex.Transaction) => PromiseLike<number>
  ): Promise<void> {
    const application = await this.retrieveFinancingApplication(applicationId)
    const word = { cause, reason, ...sidesOf(application) }
    const id = generateEntityId(undefined, "finatt")
    const seen_at = this.clock.dateIn(0)
    const asked = await this.knex.transaction(async (transaction) => {
      if (alongside && (await alongside(transaction)) === 0) {
        return null
      }
      const rows = (await transaction(TABLE)
        .insert({ id, application_id: applicationId, ...word, seen_at })
        .onConflict(this.knex.raw("(application_id, cause) where deleted_at is null"))
        // Whoever is about to clear what was asked before sees that it is asked again.
        .merge({ seen_at })
        .returning("*")) as AttentionRecord[]
      const asked = rows[0] ?? null
      if (asked?.id === id) {
        await this.showNewestReason(transaction, applicationId)
      }
      return asked
    })
    if (asked?.id === id) {
      await this.tellPeople(application, id, word)
    } else if (asked) {
      await this.confirm(application, asked, word)
    }
  }

  /** Told again when it says something new; of several at once only one brings the news. */
  private async confirm(
    application: ApplicationRecord,
    known: AttentionRecord,
    word: Word
  ): Promise<void> {
    const isNews =
      known.reason !== word.reason || (known.acknowledged_at !== null && haveChanged(known, word))
    const confirmed = await this.knex.transaction(async (transaction) => {
      const asKnown = transaction(TABLE).where({ id: known.id, reason: known.reason })
      const row =
        isNews && known.acknowledged_at ? asKnown.whereNotNull("acknowledged_at") : asKnown
      const count = await row.update({
        ...word,
        seen_at: this.clock.dateIn(0),
        updated_at: this.clock.dateIn(0),
        ...(isNews ? { acknowledged_at: null, acknowledged_by: null } : {}),
      })
      if (isNews) {
        await this.showNewestReason(transaction, application.id)
      }
      return count
    })
    if (isNews && confirmed === 1) {
      await this.tellPeople(application, known.id, word)
    }
  }

  private async tellPeople(
    application: ApplicationRecord,
    attentionId: string,
    { cause, reason }: Word
  ): Promise<void> {
    const { id, cart_id, order_id, requested_order_id } = application
    const now = circumstancesOf(application, await this.findUnfinished(id))
    await this.note(id, "needs-attention", {
      cause,
      reason,
      attention_id: attentionId,
      cart_id,
      order_id: order_id ?? requested_order_id,
      actions: actionsFor(cause, { ...now, acknowledged: false }),
    })
  }

  /**
   * The application's row is taken before anything is read: another process may ask for something, or
   * clear it, at this very moment, and whoever writes last has to have read last.
   */
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
    await application.update({ attention: newest, updated_at: this.clock.dateIn(0) })
  }

  /** What somebody else has just cleared, or asked for anew since `before`, is left to them. */
  private async clear(
    applicationId: string,
    settled: readonly AttentionRecord[],
    before?: number
  ): Promise<void> {
    if (settled.length === 0) {
      return
    }
    const cleared = await this.knex.transaction(async (transaction) => {
      const theirs = transaction<Pick<AttentionRecord, "id" | "cause" | "seen_at">>(TABLE).whereIn(
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
    await this.note(applicationId, "attention-cleared", {
      causes: cleared.map(({ cause }) => cause),
    })
  }
}
