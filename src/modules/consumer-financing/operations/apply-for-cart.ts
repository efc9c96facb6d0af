import { cents } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { FinancingError } from "../../../financing-api"
import { hasEnded } from "../../../domain/application-state"
import { secondsUntilLook } from "../../../domain/look-schedule"
import { toCreateOrderRequest } from "../../../translation/create-order-request"
import { toShopperError } from "../../../translation/error-to-medusa"
import { finish, journaled } from "../journal"
import { acquireLease, LeaseBusy, type Lease } from "../lease"
import type { ApplicationRecord } from "../records"
import type ConsumerFinancingModuleService from "../service"

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
  service: ConsumerFinancingModuleService,
  { snapshot, paymentSessionId }: ApplyInput
): Promise<ApplyResult> {
  const lease = await takeCart(service, snapshot.cartId)
  try {
    const live = await findLive(service, snapshot.cartId)
    if (live && isUsable(live) && service.isUnchanged(live, snapshot)) {
      return { outcome: "applied", application: await adopt(service, live, paymentSessionId) }
    }
    if (live) {
      await service.supersede(live, "the cart was changed")
    }
    return await applyAnew(service, { snapshot, paymentSessionId, lease })
  } finally {
    await lease.release()
  }
}

async function takeCart(service: ConsumerFinancingModuleService, cartId: string): Promise<Lease> {
  const longestCreate = service.options.deadlines.create + service.options.deadlines.token
  return await acquireLease(service.knex, `cart:${cartId}`, longestCreate).catch((error) => {
    throw error instanceof LeaseBusy ? toShopperError(error) : error
  })
}

async function findLive(
  service: ConsumerFinancingModuleService,
  cartId: string
): Promise<ApplicationRecord | null> {
  const [live] = await service.listFinancingApplications(
    { live_key: `${service.options.environment}:${cartId}` },
    { take: 1 }
  )
  return live ?? null
}

/** Adoptable: the customer can go on with it, or has finished it. A create in doubt has no address. */
function isUsable(application: ApplicationRecord): boolean {
  return !hasEnded(application.state) && application.state !== "created"
}

async function adopt(
  service: ConsumerFinancingModuleService,
  live: ApplicationRecord,
  paymentSessionId: string
): Promise<ApplicationRecord> {
  await service.attachSession(live.id, paymentSessionId)
  await service.note(live.id, "session-adopted", { payment_session_id: paymentSessionId })
  return await service.updateFinancingApplications({ id: live.id, end_reason: null })
}

async function applyAnew(
  service: ConsumerFinancingModuleService,
  { snapshot, paymentSessionId, lease }: ApplyInput & { lease: Lease }
): Promise<ApplyResult> {
  const application = await service.openApplication(snapshot, paymentSessionId)
  const body = toCreateOrderRequest({
    snapshot,
    orderId: application.service_order_id,
    urls: service.addressesOf(application),
  })
  const intent = {
    applicationId: application.id,
    kind: "create" as const,
    token: null,
    target: snapshot.total,
    deadline: service.options.deadlines.create,
  }
  try {
    const { operation, answer } = await journaled(service, { intent, lease }, (correlationId) =>
      service.clientOf(application).createOrder(body, { correlationId })
    )
    if (answer.outcome === "refused") {
      await finish(service, operation, { outcome: "refused", error_code: "out_of_range_or_po_box" })
      await service.closeRefused(application)
      return { outcome: "refused" }
    }
    await service.addToken(application, answer.token)
    await finish(service, operation, { outcome: "confirmed", new_token: answer.token })
    await service.note(application.id, "created", { cents: cents(application.financed_cents) })
    const created = await service.updateFinancingApplications({
      id: application.id,
      state: "awaiting-customer" as const,
      customer_url: answer.url,
      next_look_at: new Date(Date.now() + (secondsUntilLook(0) ?? 10) * 1000),
    })
    return { outcome: "applied", application: created }
  } catch (error) {
    await afterFailure(service, application, error)
    throw toShopperError(error)
  }
}

async function afterFailure(
  service: ConsumerFinancingModuleService,
  application: ApplicationRecord,
  error: unknown
): Promise<void> {
  if (error instanceof FinancingError && error.outcome === "did-not-happen") {
    await service.closeRefused(application)
    return
  }
  await service.supersede(application, "it is not known whether the service created it")
  await service.askForAttention(
    application.id,
    "It is not known whether the service created this application. The shopper could start another one; a postback for this one will end it."
  )
}
