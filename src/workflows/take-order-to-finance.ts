import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { ApplicationState } from "../domain/application-state"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import { throwIfBusy } from "../modules/consumer-financing/coordination/lease"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { findObstacleToRequest, isBeingChanged } from "../translation/requested-order"
import { sentence } from "../translation/sentence"
import { paymentsOf } from "../translation/purchase-state"
import type { OrderSide } from "../translation/medusa-rows"
import { NO_PROVIDER } from "../medusa/create-order-session"
import { findProvider } from "../medusa/read-regions"
import { readWholeOrder } from "../medusa/read-whole-order"
import { requestLease } from "../reconciliation/actions/authorize-request"

/** Milliseconds for which a person waits for another process on the same order. */
const PERSON_WAITS = 30_000

const BUSY =
  "Somebody else is working on this order's financing right now. Nothing was changed: try again in a moment."
const NOT_READY =
  "Financing is not set up in this shop: the credentials of the financing service are missing."
const IS_BEING_CHANGED =
  "This order is being edited: what it will cost is not confirmed yet. Confirm or cancel the edit first, then ask the customer. Nothing was sent."
const IS_AWAITED =
  "The customer applied for financing in the checkout, and the service has not decided yet. Wait for that, or cancel the order."
const IS_SIGNED =
  "The customer has signed a financing for this order that pays for nothing yet. Decide about it first, where the order is listed as needing attention, or cancel the order."
/** Signed, and perhaps funded, without a payment in Medusa. */
const SIGNED: ApplicationState[] = ["ready-to-settle", "settling", "funded"]
/** Unpaid applications that may still pay. */
const AWAITED: ApplicationState[] = [
  "created",
  "awaiting-customer",
  "under-review",
  "needs-attention",
  ...SIGNED,
]
/** Whether the application may still pay for the order: a replaced application that never did cannot. */
const isAwaited = ({ kind, state, live_key, order_id }: ApplicationRecord) =>
  kind !== "virtual-cart" && AWAITED.includes(state) && (live_key !== null || order_id !== null)

/** Whether the application's amount is captured, and so no longer due. */
async function isCaptured(
  financing: ConsumerFinancingModuleService,
  order: OrderSide,
  { id }: ApplicationRecord
): Promise<boolean> {
  const { sessionIds } = await financing.applications.readAggregate(id)
  return paymentsOf(order).some(
    ({ captured_at, payment_session_id }) => captured_at && sessionIds.includes(payment_session_id)
  )
}

const NO_ORDER = "There is no such order or draft order."

export type TakenOrder = { orderId: string; holder: string; isDraft: boolean }

async function release(container: MedusaContainer, { orderId, holder }: TakenOrder): Promise<void> {
  const { leases } = container.resolve(CONSUMER_FINANCING)
  await leases.release({ name: requestLease(orderId), holder })
}

/** Takes the order's lease, which excludes other changes of its requests. */
export const takeOrderStep = createStep(
  "take-order-to-finance",
  async ({ order_id: orderId }: { order_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { holder } = await financing.leases
      .acquire(requestLease(orderId), PERSON_WAITS)
      .catch(throwIfBusy(BUSY))
    const taken = { orderId, holder, isDraft: false }
    return new StepResponse<TakenOrder, TakenOrder>(taken, taken)
  },
  async (taken, { container }) => {
    if (taken) await release(container, taken)
  }
)

/** Checks that the customer can be asked. Throws a message for staff otherwise. */
export const checkOrderStep = createStep(
  "check-order-to-finance",
  async (taken: TakenOrder, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const order = await readWholeOrder(financing.context.knex, taken.orderId)
    if (!order) throw sentence(NO_ORDER)
    const obstacle = findObstacleToRequest(order)
    if (obstacle !== null) throw sentence(obstacle)
    if (isBeingChanged(order)) throw sentence(IS_BEING_CHANGED)
    if (!financing.isReady) throw sentence(NOT_READY)
    const applications = await financing.applications.listByOrder({
      id: order.id,
      cartId: order.cart?.id,
    })
    for (const awaited of applications.filter(isAwaited)) {
      if (!(await isCaptured(financing, order, awaited))) {
        throw sentence(SIGNED.includes(awaited.state) ? IS_SIGNED : IS_AWAITED)
      }
    }
    if (!(await findProvider(container, order))) throw sentence(NO_PROVIDER)
    return new StepResponse<TakenOrder>({ ...taken, isDraft: order.is_draft_order === true })
  }
)

/** Releases the order's lease; `done` only orders this after all other steps. */
export const releaseOrderStep = createStep(
  "leave-order-to-finance",
  async ({ taken }: { taken: TakenOrder; done: unknown }, { container }) => {
    await release(container, taken)
    return new StepResponse(null)
  }
)
