import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { FINANCING_LOCKED } from "../domain/home"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { OrderRefusalCode } from "../domain/shopper-codes"
import { readOrderRefusal } from "../translation/order-refusal"
import { findObstacle } from "../translation/purchase-state"
import { userError } from "../translation/user-error"
import { findOrderOfCart } from "./read-store"
import { readWholeCart } from "./read-whole-cart"
import { describeReason } from "../translation/error-to-medusa"
import { takeCompletion } from "./completion-lease"

type Completion =
  | { outcome: "placed" }
  /** Not tried: core would use a payment of another application or method. */
  | { outcome: "obstacle"; reason: string }
  /** `refusal` is null where a retry may succeed. */
  | { outcome: "failed"; reason: string; refusal: OrderRefusalCode | null }
  /** Another process completes the cart; a check follows soon. */
  | { outcome: "busy"; reason: string }

type Completing = { applicationId: string; cartId: string }

/** Seconds. */
const SOON = 5

const BUSY = "The cart is being completed by somebody else at this moment."

/**
 * Completes the cart as the storefront does: core places the order and calls the provider, which checks again. A
 * failed completion leaves the cart unchanged. Looks the order up afterwards, because core's answer alone does not
 * prove it. Runs in one process at a time, storefront completions included. Reasons are for merchants.
 */
export async function completeCart(
  container: MedusaContainer,
  completing: Completing
): Promise<Completion> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const right = await takeCompletion(container, completing.cartId)
  if (!right) {
    await financing.schedule.checkWithin(completing.applicationId, SOON)
    return { outcome: "busy", reason: BUSY }
  }
  try {
    return await completeAlone(container, completing)
  } finally {
    await right.release()
  }
}

async function completeAlone(
  container: MedusaContainer,
  { applicationId, cartId }: Completing
): Promise<Completion> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application, sessionIds } = await financing.applications.readAggregate(applicationId)
  if (await financing.home.isLocked(application)) {
    return { outcome: "obstacle", reason: FINANCING_LOCKED }
  }
  const obstacle = findObstacle(await readWholeCart(financing.context.knex, cartId), sessionIds)
  if (obstacle) {
    return { outcome: "obstacle", reason: obstacle }
  }
  const error = await runCompletion(container, cartId)
  const orderId = await findOrderOfCart(financing.context.knex, cartId)
  if (orderId) {
    await financing.outcomes.change(
      { id: applicationId, order_id: orderId },
      { what: "order-placed", details: { order_id: orderId } }
    )
    return { outcome: "placed" }
  }
  const reason = describeReason(error)
  await financing.timeline.note(applicationId, "order-not-placed", { reason })
  return { outcome: "failed", reason, refusal: readOrderRefusal(error) }
}

type Run = { errors: { error: unknown }[]; transaction: { hasFinished: () => boolean } }

/** Runs the shop's workflow or Medusa's own. Returns the error, or undefined after success. */
async function runCompletion(container: MedusaContainer, cartId: string): Promise<unknown> {
  const { completeCartWorkflow: id = completeCartWorkflowId } =
    container.resolve(CONSUMER_FINANCING).options
  const input = { id: cartId, cart_id: cartId }
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  const run = (await engine.run(id, { input, throwOnError: false })) as Run
  return run.transaction.hasFinished()
    ? run.errors[0]?.error
    : userError(`The workflow "${id}" returned before it had finished.`)
}
