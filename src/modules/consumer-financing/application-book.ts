import type { Context } from "@medusajs/framework/types"
import { InjectTransactionManager, MedusaContext } from "@medusajs/framework/utils"
import type { OwnDeeds, OwnEnd } from "../../domain/application-state"
import type { Cents } from "../../domain/money"
import { isOverdue, MONEY_KINDS, type OperationKind } from "../../domain/operation"
import type { StandingSeen } from "../../translation/standing"
import { readStoreAmounts } from "../../translation/store-amounts"
import type { ApplicationRecord, OperationRecord } from "./records"
import { TokenChain } from "./token-chain"

/** A new application, before the service knows of it. */
type Opening = {
  environment: "staging" | "production"
  kind: ApplicationRecord["kind"]
  /** The cart's id; of a virtual cart the order's. */
  purchaseId: string
  financed: Cents
  snapshotHash: string
  /** The session that rests on it; null where the cart has none yet. */
  paymentSessionId: string | null
  /** Should its process die before the create is written down. */
  lookAt: Date
}

type StoreSeen = Pick<StandingSeen, "standing" | "payment"> & {
  orderId: string | null
  /** An order that is no more. */
  takenBackId: string | null
}

/** What the customer needs to go on, when there is nothing to go on with any more. */
export const WITHOUT_ADDRESS = { customer_url: null, offers: null } as const

/** The records of applications: what is written when, and which rows belong together. */
export class ApplicationBook extends TokenChain {
  /** Writes the application and the session that rests on it, together. */
  @InjectTransactionManager()
  async open(opening: Opening, @MedusaContext() context: Context = {}): Promise<ApplicationRecord> {
    const { environment, kind, purchaseId } = opening
    const whose =
      kind === "virtual-cart" ? { requested_order_id: purchaseId } : { cart_id: purchaseId }
    const [, earlier] = await this.listAndCountFinancingApplications(
      whose,
      { take: 1, select: ["id"] },
      context
    )
    const attempt = earlier + 1
    const application = await this.createFinancingApplications(
      {
        environment,
        kind,
        ...whose,
        attempt,
        service_order_id: `${purchaseId}-${attempt}`,
        live_key: `${environment}:${purchaseId}`,
        financed_cents: opening.financed,
        snapshot_hash: opening.snapshotHash,
        next_look_at: opening.lookAt,
      },
      context
    )
    if (opening.paymentSessionId !== null) {
      await this.attachSession(application.id, opening.paymentSessionId, context)
    }
    return application
  }

  /** Lets a payment session rest on an application; a session rests on the newest it was given. */
  @InjectTransactionManager()
  async attachSession(
    applicationId: string,
    paymentSessionId: string,
    @MedusaContext() context: Context = {}
  ): Promise<void> {
    const [known] = await this.listFinancingSessions(
      { payment_session_id: paymentSessionId },
      { take: 1 },
      context
    )
    if (known) {
      await this.updateFinancingSessions({ id: known.id, application_id: applicationId }, context)
      return
    }
    await this.createFinancingSessions(
      { payment_session_id: paymentSessionId, application_id: applicationId },
      context
    )
  }

  async findBySession(paymentSessionId: string): Promise<ApplicationRecord | null> {
    const [session] = await this.listFinancingSessions(
      { payment_session_id: paymentSessionId },
      { take: 1, relations: ["application"] }
    )
    return session?.application ?? null
  }

  /** Every payment session that rests or rested on an application. */
  async listSessionIds(applicationId: string): Promise<string[]> {
    const sessions = await this.listFinancingSessions(
      { application_id: applicationId },
      { select: ["payment_session_id"] }
    )
    return sessions.map(({ payment_session_id }) => payment_session_id)
  }

  /** Those of an order, newest first, also in the moment before anybody noted which order its cart became. */
  async listByOrder(order: {
    id: string
    cartId: string | undefined
  }): Promise<ApplicationRecord[]> {
    return await this.listFinancingApplications(
      { $or: [{ order_id: order.id }, ...(order.cartId ? [{ cart_id: order.cartId }] : [])] },
      { take: null, order: { created_at: "DESC" } }
    )
  }

  /** What was just seen in Medusa: what stands on it, and what its payment's rows add up to. */
  async rememberStore(applicationId: string, seen: StoreSeen): Promise<void> {
    const { captured, refunded } = readStoreAmounts(seen.payment)
    const application = await this.retrieveFinancingApplication(applicationId)
    const known = application.order_id === seen.takenBackId ? null : application.order_id
    const now = {
      seen_standing: seen.standing,
      seen_captured_cents: captured,
      seen_refunded_cents: refunded,
      order_id: seen.orderId ?? known,
    }
    if (Object.entries(now).some(([key, value]) => Reflect.get(application, key) !== value)) {
      await this.updateFinancingApplications({ id: applicationId, ...now })
    }
  }

  /** What Medusa's rows said of the money when it was last touched: nobody is shown less until the next look. */
  async rememberAmounts(
    applicationId: string,
    { captured, refunded }: { captured: Cents; refunded: Cents }
  ): Promise<void> {
    await this.updateFinancingApplications({
      id: applicationId,
      seen_captured_cents: captured,
      seen_refunded_cents: refunded,
    })
  }

  async rememberOrder(applicationId: string, orderId: string): Promise<void> {
    const application = await this.retrieveFinancingApplication(applicationId)
    if (application.order_id !== orderId) {
      await this.updateFinancingApplications({ id: applicationId, order_id: orderId })
    }
  }

  /** What our own calls add to what the service's code says. */
  async ownDeeds(application: ApplicationRecord): Promise<OwnDeeds> {
    const tip = await this.findTip(application.id)
    const operations = await this.listFinancingOperations({
      application_id: application.id,
      kind: [...MONEY_KINDS],
      outcome: ["intended", "in-doubt", "confirmed"],
    })
    const sent = (kind: OperationKind) => operations.filter((one) => one.kind === kind)
    return {
      settleSent: sent("settle").some(({ token }) => token === tip?.token),
      underWay: operations.some(
        (one) => one.outcome === "intended" && !isOverdue(one, this.clock.now())
      ),
      fullRefundSent: sent("refund").length > 0,
      ended: findOwnEnd(
        application,
        operations.filter((one) => one.outcome === "confirmed" && one.token === tip?.token)
      ),
      refunded: application.refunded_cents,
      expired: application.expired,
    }
  }

  /** The money operation that is not finished: under way, or (`doubtful`) of unknown outcome. */
  async findOpenOperation(
    applicationId: string
  ): Promise<{ operation: OperationRecord; doubtful: boolean } | null> {
    const [operation] = await this.listFinancingOperations(
      {
        application_id: applicationId,
        kind: [...MONEY_KINDS],
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
   * It was marked as being ended, and nothing came of it: no cancel or refund was sent under the mark.
   * Ask while nobody else can set it.
   */
  async takeBackMark(applicationId: string): Promise<void> {
    const [sent] = await this.listFinancingOperations(
      {
        application_id: applicationId,
        kind: ["cancel", "refund"],
        outcome: ["intended", "in-doubt", "confirmed"],
      },
      { take: 1, select: ["id"] }
    )
    if (!sent) {
      await this.updateFinancingApplications({ id: applicationId, ending: false })
    }
  }

  /** Is the cart's live application again, unless another one came after it. Ask while the cart is held. */
  async reopen({ id, cart_id, environment }: ApplicationRecord): Promise<void> {
    const [newest] = await this.listFinancingApplications(
      { cart_id },
      { take: 1, order: { attempt: "DESC" } }
    )
    if (newest?.id === id) {
      await this.updateFinancingApplications({ id, live_key: `${environment}:${cart_id}` })
    }
  }

  /** No longer the cart's live application; ended at the service once nothing depends on it. */
  async supersede(application: ApplicationRecord, reason: string): Promise<void> {
    await this.updateFinancingApplications({
      id: application.id,
      live_key: null,
      ...WITHOUT_ADDRESS,
      end_reason: reason,
    })
    await this.note(application.id, "superseded", { reason })
    await this.requestSync(application.id)
  }

  /** The service says that it never came to be: a postback that says otherwise is looked at. */
  async closeRefused(
    application: ApplicationRecord,
    explanation: string | null = null
  ): Promise<ApplicationRecord> {
    const told = await this.listFinancingPostbacks({ application_id: application.id }, { take: 1 })
    const closed = await this.updateFinancingApplications({
      id: application.id,
      state: "cancelled" as const,
      live_key: null,
      explanation_url: explanation,
      next_look_at: told.length > 0 ? this.clock.dateIn(5_000) : null,
    })
    await this.note(application.id, "refused")
    return closed
  }
}

/** How confirmed calls of ours, about the current token, ended an application. */
function findOwnEnd(
  { financed_cents, refunded_cents }: ApplicationRecord,
  confirmed: readonly OperationRecord[]
): OwnEnd | null {
  const did = (kind: OperationKind) => confirmed.some((one) => one.kind === kind)
  if (did("refund") && refunded_cents >= financed_cents) return "T"
  return did("cancel") ? "O" : null
}
