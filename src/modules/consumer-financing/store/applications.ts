import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { LocalEffects } from "../../../domain/application-state"
import type { Cents } from "../../../domain/money"
import { sentence } from "../../../translation/sentence"
import type { PurchaseSeen } from "../../../translation/purchase-state"
import { readStoreAmounts } from "../../../translation/payment-amounts"
import type { ApplicationRecord } from "../records"
import {
  type Aggregate,
  localEffectsOf,
  type OpenOperationRow,
  openOperationOf,
  readAggregate,
} from "./aggregate"
import { addRow, asData, type Base, together } from "./rows"
import type { Fingerprints } from "../fingerprints"
import type { PluginOptions } from "../../../options/options"
import { DEADLINE_MARGIN, CHECK_AFTER_DEADLINE } from "../../../domain/operation"
import type { OrderSnapshot } from "../../../domain/order-snapshot"

/** A new application, before the service knows of it. */
type Opening = Pick<ApplicationRecord, "environment" | "kind" | "customer_id"> & {
  /** The session that rests on it; null where the cart has none yet. */
  paymentSessionId: string | null
  sentPhone?: string | undefined
}

type StoreSeen = Pick<PurchaseSeen, "purchaseState" | "payment"> & {
  orderId: string | null
  /** An order that is no more. */
  takenBackId: string | null
}

/** What is decided by. */
type Beside = { fingerprints: Fingerprints; settings: { readonly current: PluginOptions } }

/** The records of applications: what is known of each, and which rows belong together. */
export class Applications {
  constructor(
    private readonly base: Base,
    private readonly beside: Beside
  ) {}

  /** Writes the application and the session that rests on it, together. */
  async open(
    snapshot: OrderSnapshot,
    { environment, kind, customer_id, paymentSessionId, sentPhone }: Opening
  ): Promise<ApplicationRecord> {
    const { knex, clock } = this.base
    const { fingerprints, settings } = this.beside
    // The snapshot of a virtual cart holds its order's id.
    const purchaseId = snapshot.cartId
    const whose =
      kind === "virtual-cart" ? { requested_order_id: purchaseId } : { cart_id: purchaseId }
    const attempt = knex("financing_application")
      .where({ ...whose, deleted_at: null })
      .select(knex.raw("count(*) + 1"))
    const id = generateEntityId(undefined, "finapp")
    const margin = (DEADLINE_MARGIN + CHECK_AFTER_DEADLINE) * 1000
    const application = addRow(knex, "FinancingApplications", {
      id,
      environment,
      kind,
      ...whose,
      attempt,
      service_order_id: knex.raw("concat(cast(? as text), '-', (?))", [purchaseId, attempt]),
      live_key: `${environment}:${purchaseId}`,
      financed_cents: snapshot.total,
      snapshot_hash: fingerprints.of(snapshot),
      contact_hash: fingerprints.ofContact(snapshot, sentPhone),
      customer_id,
      // Should its process die before the create is written down.
      next_check_at: clock.dateIn(settings.current.deadlines.create + margin),
    })
    const session = paymentSessionId === null ? [] : [this.sessionRow(id, paymentSessionId)]
    return await together(knex, application, ...session)
  }

  /**
   * Does work about an application that a signed address names: this shop created it. A database that was restored
   * from a backup may have lost it: then it gets a record without cart and order, and the work is repeated.
   */
  async withLost<Result>(
    { id, environment }: Pick<ApplicationRecord, "id" | "environment">,
    work: () => Promise<Result>
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof MedusaError) || error.type !== MedusaError.Types.NOT_FOUND) {
        throw error
      }
      const state = { kind: "lost", state: "needs-attention", financed_cents: 0, snapshot_hash: "" }
      const next_check_at = this.base.clock.dateIn(60_000)
      const row = { id, environment, ...state, service_order_id: id, next_check_at }
      // Only one concurrent writer creates it.
      await addRow(this.base.knex, "FinancingApplications", row).onConflict("id").ignore()
      return await work()
    }
  }

  /** Lets a payment session rest on an application; a session rests on the newest it was given. */
  async attachSession(applicationId: string, paymentSessionId: string): Promise<void> {
    await asData(this.sessionRow(applicationId, paymentSessionId))
  }

  private sessionRow(application_id: string, payment_session_id: string): Knex.QueryBuilder {
    return addRow(this.base.knex, "FinancingSessions", { application_id, payment_session_id })
      .onConflict(this.base.knex.raw("(payment_session_id) where deleted_at is null"))
      .merge(["application_id", "updated_at"])
  }

  async findBySession(paymentSessionId: string): Promise<ApplicationRecord | null> {
    const [session] = await this.base.rows.listFinancingSessions(
      { payment_session_id: paymentSessionId },
      { take: 1, relations: ["application"] }
    )
    return session?.application ?? null
  }

  /** Every payment session that rests or rested on an application. */
  async listSessionIds(applicationId: string): Promise<string[]> {
    const sessions = await this.base.rows.listFinancingSessions(
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
    return await this.base.rows.listFinancingApplications(
      { $or: [{ order_id: order.id }, ...(order.cartId ? [{ cart_id: order.cartId }] : [])] },
      { take: null, order: { created_at: "DESC" } }
    )
  }

  /** What was just seen in Medusa: what stands on it, and what its payment's rows add up to. Resolves with it as it is now. */
  async rememberStore(application: ApplicationRecord, seen: StoreSeen): Promise<ApplicationRecord> {
    const { captured, refunded } = readStoreAmounts(seen.payment)
    const known = application.order_id === seen.takenBackId ? null : application.order_id
    const now = {
      seen_purchase_state: seen.purchaseState,
      seen_captured_cents: captured,
      seen_refunded_cents: refunded,
      order_id: seen.orderId ?? known,
    }
    return Object.entries(now).some(([key, value]) => Reflect.get(application, key) !== value)
      ? await this.base.rows.updateFinancingApplications({ id: application.id, ...now })
      : application
  }

  /** What Medusa's rows said of the money when it was last touched: nobody is shown less until the next status check. */
  async rememberAmounts(
    applicationId: string,
    { captured, refunded }: { captured: Cents; refunded: Cents }
  ): Promise<void> {
    await this.base.rows.updateFinancingApplications({
      id: applicationId,
      seen_captured_cents: captured,
      seen_refunded_cents: refunded,
    })
  }

  async rememberOrder(applicationId: string, orderId: string): Promise<void> {
    await this.base
      .knex("financing_application")
      .where({ id: applicationId, deleted_at: null })
      .whereRaw("order_id is distinct from ?", [orderId])
      .update({ order_id: orderId, updated_at: new Date() })
  }

  /** Everything that is decided by, in one statement. Throws MedusaError NOT_FOUND. */
  async readAggregate(applicationId: string): Promise<Aggregate> {
    const found = await readAggregate(this.base.knex, { id: applicationId })
    if (!found) {
      // With Medusa's own words for what does not exist.
      await this.base.rows.retrieveFinancingApplication(applicationId)
      throw sentence("This financing application does not exist.")
    }
    return found
  }

  /** The same by a payment session that rests on it; null where none does. */
  async findAggregateBySession(paymentSessionId: string): Promise<Aggregate | null> {
    return await readAggregate(this.base.knex, { paymentSessionId })
  }

  /** What our own calls add to what the service's code says. */
  async localEffects(application: ApplicationRecord): Promise<LocalEffects> {
    return localEffectsOf(
      { ...(await this.readAggregate(application.id)), application },
      this.base.clock.now()
    )
  }

  /** The money operation that is not finished: under way, or (`doubtful`) of unknown outcome. */
  async findOpenOperation(applicationId: string): Promise<OpenOperationRow | null> {
    return openOperationOf(await this.readAggregate(applicationId), this.base.clock.now())
  }

  /** Whether a cart has, or had, an application: sessions may rest on one that does not count any more. */
  async existsFor(cartId: string): Promise<boolean> {
    const one = await this.base
      .knex("financing_application")
      .where({ cart_id: cartId, deleted_at: null })
      .first<{ id: string } | undefined>("id")
    return one !== undefined
  }
}
