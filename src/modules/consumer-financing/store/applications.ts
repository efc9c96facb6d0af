import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { Purchase } from "../../../translation/purchase-state"
import { readStoreAmounts } from "../../../translation/payment-amounts"
import type { ApplicationRecord } from "../records"
import { type Aggregate, type OpenOperationRow, openOperationOf, readAggregate } from "./aggregate"
import { addRow, changeRow, mapConstraintErrors, writeAtomically, type Base } from "./rows"
import { DEADLINE_MARGIN, CHECK_AFTER_DEADLINE } from "../../../domain/operation"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { Fingerprints } from "../fingerprints"

/** A new application, before its create call. */
type Opening = Pick<ApplicationRecord, "environment" | "kind" | "customer_id"> & {
  paymentSessionId: string | null
  sentPhone?: string | undefined
}

/** The records of applications and their links to Medusa's rows. */
export class Applications {
  constructor(private readonly context: Base & { fingerprints: Fingerprints }) {}

  /** Creates the application and its payment session in one statement. */
  async open(
    snapshot: OrderSnapshot,
    { environment, kind, customer_id, paymentSessionId, sentPhone }: Opening
  ): Promise<ApplicationRecord> {
    const { knex, clock, fingerprints, options } = this.context
    // The snapshot of a virtual cart contains its order's id.
    const purchaseId = snapshot.cartId
    const purchase =
      kind === "virtual-cart" ? { requested_order_id: purchaseId } : { cart_id: purchaseId }
    const attempt = knex("financing_application")
      .where({ ...purchase, deleted_at: null })
      .select(knex.raw("count(*) + 1"))
    const id = generateEntityId(undefined, "finapp")
    const margin = (DEADLINE_MARGIN + CHECK_AFTER_DEADLINE) * 1000
    const application = addRow(knex, "FinancingApplications", {
      id,
      environment,
      kind,
      ...purchase,
      attempt,
      service_order_id: knex.raw("concat(cast(? as text), '-', (?))", [purchaseId, attempt]),
      live_key: `${environment}:${purchaseId}`,
      financed_cents: snapshot.total,
      snapshot_hash: fingerprints.of(snapshot),
      contact_hash: fingerprints.ofContact(snapshot, sentPhone),
      customer_id,
      // Schedules a check for the case that the process dies before it records the create.
      next_check_at: clock.dateIn(options.deadlines.create + margin),
    })
    const session = paymentSessionId === null ? [] : [this.sessionRow(id, paymentSessionId)]
    return await writeAtomically(knex, application, ...session)
  }

  /**
   * Runs work for an application from a signed address, which proves that this shop created it. If a restored
   * database lacks it, creates a record without cart and order, and repeats the work.
   */
  async withRestoredRecord<Result>(
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
      const next_check_at = this.context.clock.dateIn(60_000)
      const row = { id, environment, ...state, service_order_id: id, next_check_at }
      // Only one concurrent writer creates it.
      await addRow(this.context.knex, "FinancingApplications", row).onConflict().ignore()
      return await work()
    }
  }

  /** Changes the given columns of an application. Throws MedusaError NOT_FOUND. */
  async update(changes: Partial<ApplicationRecord> & { id: string }): Promise<ApplicationRecord> {
    const { knex } = this.context
    return await writeAtomically(knex, changeRow(knex, "FinancingApplications", changes))
  }

  /** Attaches a payment session to an application; a session depends on the latest one. */
  async attachSession(applicationId: string, paymentSessionId: string): Promise<void> {
    await mapConstraintErrors(this.sessionRow(applicationId, paymentSessionId))
  }

  private sessionRow(application_id: string, payment_session_id: string): Knex.QueryBuilder {
    return addRow(this.context.knex, "FinancingSessions", { application_id, payment_session_id })
      .onConflict(this.context.knex.raw("(payment_session_id) where deleted_at is null"))
      .merge(["application_id", "updated_at"])
  }

  /** Lists an order's applications, newest first, even before the order's id is recorded. */
  async listByOrder(order: {
    id: string
    cartId: string | undefined
  }): Promise<ApplicationRecord[]> {
    return await this.context.rows.listFinancingApplications(
      { $or: [{ order_id: order.id }, ...(order.cartId ? [{ cart_id: order.cartId }] : [])] },
      { take: null, order: { created_at: "DESC" } }
    )
  }

  /** Records the purchase's current state in Medusa and its payment totals. Returns the updated application. */
  async recordStoreState(
    application: ApplicationRecord,
    purchase: Purchase
  ): Promise<ApplicationRecord> {
    const { captured, refunded } = readStoreAmounts(purchase.payment)
    const known = application.order_id === purchase.takenBackId ? null : application.order_id
    const now = {
      seen_purchase_state: purchase.purchaseState,
      seen_captured_cents: captured,
      seen_refunded_cents: refunded,
      order_id: purchase.orderId ?? known,
    }
    return Object.entries(now).some(([key, value]) => Reflect.get(application, key) !== value)
      ? await this.update({ id: application.id, ...now })
      : application
  }

  /** Reads the records that decisions need with one statement. Throws MedusaError NOT_FOUND. */
  async readAggregate(applicationId: string): Promise<Aggregate> {
    const found = await readAggregate(this.context.knex, { id: applicationId })
    if (found) return found
    const message = `FinancingApplication with id: ${applicationId} was not found`
    throw new MedusaError(MedusaError.Types.NOT_FOUND, message)
  }

  /** Like `readAggregate`, by a payment session; null if it has no application. */
  async findAggregateBySession(paymentSessionId: string): Promise<Aggregate | null> {
    return await readAggregate(this.context.knex, { paymentSessionId })
  }

  async findOpenMoneyOperation(applicationId: string): Promise<OpenOperationRow | null> {
    return openOperationOf(await this.readAggregate(applicationId), this.context.clock.now())
  }

  /** Whether a cart has or had an application: sessions may depend on one that has ended. */
  async existsFor(cartId: string): Promise<boolean> {
    const one = await this.context
      .knex("financing_application")
      .where({ cart_id: cartId, deleted_at: null })
      .first<{ id: string } | undefined>("id")
    return one !== undefined
  }
}
