import { generateEntityId } from "@medusajs/framework/utils"
import { type AttentionCause, CAUSES_OF_THE_MOMENT } from "../../domain/attention"
import { actionsFor, type Circumstances } from "../../domain/attention-actions"
import { isOverdue } from "../../domain/operation"
import { readStatusCode } from "../../domain/status-codes"
import type { ApplicationRecord, AttentionRecord, OperationRecord } from "./records"
import { Timeline } from "./timeline"

/** What both sides say of an application, as far as anybody looked. Amounts in cents. */
type Sides = Pick<
  AttentionRecord,
  "standing" | "financed_cents" | "captured_cents" | "refunded_cents" | "code" | "service_cents"
>

/** The service takes the order's number; the order is worth again what was signed, or is paid out. */
const ENDS_BY_ITSELF: readonly AttentionCause[] = ["order-id", "order-edit"]

const TABLE = "financing_attention"

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
    const application = await this.retrieveFinancingApplication(applicationId)
    const [known] = await this.listFinancingAttentions(
      { application_id: applicationId, cause },
      { take: 1 }
    )
    const word = { cause, reason, ...sidesOf(application) }
    const attentionId = known
      ? await this.confirm(known, word)
      : await this.raise(applicationId, word)
    if (attentionId === null) {
      return
    }
    await this.updateFinancingApplications({ id: applicationId, attention: reason })
    const open = await this.findUnfinished(applicationId)
    await this.note(applicationId, "needs-attention", {
      cause,
      reason,
      attention_id: attentionId,
      cart_id: application.cart_id,
      order_id: application.order_id,
      actions: actionsFor(cause, { ...circumstancesOf(application, open), acknowledged: false }),
    })
  }

  /**
   * What a person was asked to look at is settled: these causes, or else everything that ends when
   * both worlds agree. What ends by itself alone is no part of that.
   */
  async clearAttention(applicationId: string, ...causes: AttentionCause[]): Promise<void> {
    await this.clearWhere(applicationId, ({ cause }) =>
      causes.length === 0 ? !ENDS_BY_ITSELF.includes(cause) : causes.includes(cause)
    )
  }

  /** A person knows it as it is now: quiet until what it says changes. `actor` is an id. */
  async acknowledge(attentionId: string, actor: string): Promise<void> {
    const { application_id } = await this.retrieveFinancingAttention(attentionId)
    const application = await this.retrieveFinancingApplication(application_id)
    await this.updateFinancingAttentions({
      id: attentionId,
      ...sidesOf(application),
      acknowledged_at: new Date(),
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
      data: { seen_at: new Date() },
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
    const isOld = ({ seen_at }: AttentionRecord) => new Date(seen_at).getTime() < since
    const isOfTheMoment = ({ cause }: AttentionRecord) => CAUSES_OF_THE_MOMENT.includes(cause)
    if (conclusive) {
      await this.clearWhere(applicationId, (one) => isOfTheMoment(one) && isOld(one))
    }
    const left = await this.listFinancingAttentions({ application_id: applicationId })
    for (const one of left.filter((other) => !isOfTheMoment(other) && isOld(other))) {
      await this.askForAttention(applicationId, one.cause, one.reason)
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

  /** The operation of any kind that is not finished, the order's number excepted. */
  async findUnfinished(
    applicationId: string
  ): Promise<{ operation: OperationRecord; doubtful: boolean } | null> {
    const [operation] = await this.listFinancingOperations(
      {
        application_id: applicationId,
        kind: { $ne: "update-order-id" },
        outcome: ["intended", "in-doubt"],
      },
      { order: { created_at: "DESC" }, take: 1 }
    )
    return operation
      ? { operation, doubtful: operation.outcome === "in-doubt" || isOverdue(operation) }
      : null
  }

  /** Its id, or null when somebody else raised the same at this very moment. */
  private async raise(applicationId: string, word: Word): Promise<string | null> {
    const id = generateEntityId(undefined, "finatt")
    const inserted = await this.knex(TABLE)
      .insert({ id, application_id: applicationId, ...word, seen_at: new Date() })
      .onConflict(this.knex.raw("(application_id, cause) where deleted_at is null"))
      .ignore()
      .returning("id")
    return inserted.length === 1 ? id : null
  }

  /** Its id when it says something new, else null. Of several at once only one brings the news. */
  private async confirm(known: AttentionRecord, word: Word): Promise<string | null> {
    const isNews =
      known.reason !== word.reason || (known.acknowledged_at !== null && haveChanged(known, word))
    const told = await this.knex(TABLE)
      .where({ id: known.id, reason: known.reason })
      .update({
        ...word,
        seen_at: new Date(),
        updated_at: new Date(),
        ...(isNews ? { acknowledged_at: null, acknowledged_by: null } : {}),
      })
    return isNews && told === 1 ? known.id : null
  }

  private async clearWhere(
    applicationId: string,
    isSettled: (one: AttentionRecord) => boolean
  ): Promise<void> {
    const asked = await this.listFinancingAttentions(
      { application_id: applicationId },
      { order: { updated_at: "DESC" } }
    )
    const settled = asked.filter(isSettled)
    if (settled.length === 0) {
      return
    }
    const left = asked.find((one) => !settled.includes(one))
    await this.deleteFinancingAttentions(settled.map(({ id }) => id))
    await this.updateFinancingApplications({ id: applicationId, attention: left?.reason ?? null })
    await this.note(applicationId, "attention-cleared", { causes: settled.map((one) => one.cause) })
  }
}

type Word = { cause: AttentionCause; reason: string } & Sides

function sidesOf(application: ApplicationRecord): Sides {
  return {
    standing: application.seen_standing,
    financed_cents: application.financed_cents,
    captured_cents: application.seen_captured_cents,
    refunded_cents: application.seen_refunded_cents,
    code: application.code,
    service_cents: application.service_cents,
  }
}

const COMPARED = ["standing", "captured_cents", "refunded_cents", "code", "service_cents"] as const

/** What nobody had looked at before has not changed. */
function haveChanged(before: Sides, now: Sides): boolean {
  return COMPARED.some((key) => before[key] !== null && before[key] !== now[key])
}

/** What decides which actions are possible, as far as anybody looked. */
export function circumstancesOf(
  { code, seen_standing }: ApplicationRecord,
  open: { operation: OperationRecord; doubtful: boolean } | null
): Omit<Circumstances, "acknowledged"> {
  return {
    standing: seen_standing,
    code: code === null ? null : readStatusCode(code),
    open: open && { kind: open.operation.kind, doubtful: open.doubtful },
  }
}
