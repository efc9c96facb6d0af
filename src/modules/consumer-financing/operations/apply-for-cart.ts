import { cents } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { FinancingError } from "../../../financing-api"
import { type ApplicationState, hasEnded } from "../../../domain/application-state"
import { toCreateOrderRequest } from "../../../translation/create-order-request"
import { toShopperError } from "../../../translation/error-to-medusa"
import { finish, journaled, LeaseLost } from "../journal"
import { LeaseBusy, type Lease } from "../lease"
import type { ApplicationRecord } from "../records"
import type { FinancingDesk } from "../desk"
import { giveUpCreate } from "./give-up-create"

export type ApplyInput = {
  snapshot: OrderSnapshot
  /** The payment session that is to rest on the application. */
  paymentSessionId: string
}

export type ApplyResult =
  | { outcome: "applied"; application: ApplicationRecord }
  /** Out of the merchant's approval range, or a PO box the service recognised. */
  | { outcome: "refused" }

/**
 * One live application per cart snapshot. An unchanged cart adopts the live application, so that a
 * storefront that re-renders files no second credit application; a changed cart gets a new one, and
 * the old one is wished to end. Throws a sentence for the shopper when the service can't be reached.
 */
export async function applyForCart(
  desk: FinancingDesk,
  { snapshot, paymentSessionId }: ApplyInput
): Promise<ApplyResult> {
  const lease = await takeCart(desk, snapshot.cartId)
  try {
    const live = await findLive(desk, snapshot.cartId)
    if (live && isUsable(live) && desk.isUnchanged(live, snapshot)) {
      return { outcome: "applied", application: await adopt(desk, live, paymentSessionId) }
    }
    if (live) {
      await replace(desk, live, snapshot)
    }
    return await applyAnew(desk, { snapshot, paymentSessionId, lease })
  } finally {
    await lease.release()
  }
}

async function takeCart(desk: FinancingDesk, cartId: string): Promise<Lease> {
  const longestCreate = desk.options.deadlines.create + desk.options.deadlines.token
  return await desk.acquireLease(`cart:${cartId}`, longestCreate).catch((error) => {
    throw error instanceof LeaseBusy ? toShopperError(error) : error
  })
}

async function findLive(desk: FinancingDesk, cartId: string): Promise<ApplicationRecord | null> {
  const [live] = await desk.listFinancingApplications(
    { live_key: `${desk.options.environment}:${cartId}` },
    { take: 1 }
  )
  return live ?? null
}

/** States in which the customer has done their part: no address is needed any more. */
const SIGNED: readonly ApplicationState[] = [
  "under-review",
  "ready-to-settle",
  "settling",
  "funded",
]

/** Adoptable: the customer can go on with it, or has finished it. A create in doubt has no address. */
function isUsable({ ending, state, customer_url }: ApplicationRecord): boolean {
  const canGoOn = customer_url !== null && state !== "created"
  return !ending && !hasEnded(state) && (canGoOn || SIGNED.includes(state))
}

/** The cart's lease is ours: a create that was not answered has ended without being written down. */
async function replace(
  desk: FinancingDesk,
  live: ApplicationRecord,
  snapshot: OrderSnapshot
): Promise<void> {
  if (live.state === "created") {
    return await giveUpCreate(desk, live)
  }
  const isUnchanged = desk.isUnchanged(live, snapshot) && !hasEnded(live.state)
  await desk.supersede(
    live,
    isUnchanged ? "the customer cannot go on with it" : "the cart was changed"
  )
}

async function adopt(
  desk: FinancingDesk,
  live: ApplicationRecord,
  paymentSessionId: string
): Promise<ApplicationRecord> {
  await desk.attachSession(live.id, paymentSessionId)
  await desk.note(live.id, "session-adopted", { payment_session_id: paymentSessionId })
  return await desk.updateFinancingApplications({ id: live.id, end_reason: null })
}

async function applyAnew(
  desk: FinancingDesk,
  { snapshot, paymentSessionId, lease }: ApplyInput & { lease: Lease }
): Promise<ApplyResult> {
  const application = await desk.openApplication(snapshot, paymentSessionId)
  const body = toCreateOrderRequest({
    snapshot,
    orderId: application.service_order_id,
    urls: desk.addressesOf(application),
  })
  const intent = {
    applicationId: application.id,
    kind: "create" as const,
    token: null,
    target: snapshot.total,
    deadline: desk.options.deadlines.create,
  }
  try {
    const { operation, answer } = await journaled(desk, { intent, lease }, (correlationId) =>
      desk.clientOf(application).createOrder(body, { correlationId })
    )
    if (answer.outcome === "refused") {
      await finish(desk, operation, { outcome: "refused", error_code: "out_of_range_or_po_box" })
      await desk.closeRefused(application)
      return { outcome: "refused" }
    }
    const { token, url } = answer
    const created = await desk.confirmCreate({
      operation,
      application,
      token,
      url,
      lookAt: desk.firstLookAt(),
    })
    await desk.note(application.id, "created", { cents: cents(application.financed_cents) })
    return { outcome: "applied", application: created }
  } catch (error) {
    await afterFailure(desk, application, error)
    throw toShopperError(error)
  }
}

async function afterFailure(
  desk: FinancingDesk,
  application: ApplicationRecord,
  error: unknown
): Promise<void> {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  if (didNotHappen || error instanceof LeaseLost) {
    await desk.closeRefused(application)
    return
  }
  await giveUpCreate(desk, application)
}
