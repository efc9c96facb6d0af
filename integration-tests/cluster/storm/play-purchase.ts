import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../../tooling/clients/eventually"
import type { AdminClient } from "../../../tooling/clients/admin-client"
import type { ShopClient } from "../../../tooling/clients/shop-client"
import { sumRefunds } from "../../proofs/stabilize-cart"
import { createHarness } from "../../store/harness"
import { post } from "../../store/postback-steps"
import { getOnlyPayment, listPayments } from "../../store/purchase-steps"
import type { PurchasePlan } from "./plan"

const { admin: directAdmin, simulator } = createHarness()

/** Shoppers and staff retry for longer than any disruption lasts. */
const RETRY_OPTIONS = { timeoutMs: 240_000, everyMs: 1_000 }

/** Everything that was confirmed to the shopper, staff and the service. */
export type PurchaseLog = {
  cartId: string
  /** Whether the customer signed at the service. */
  signed: boolean
  orderId?: string
  captured: boolean
  /** In cents. */
  refunded: number
  cancelled: boolean
  /** Number of the test's own postbacks that were answered with a 200. */
  taken: number
  /** Why the shopper or staff gave up in the end. */
  gaveUp?: string
}

type Clients = { shop: ShopClient; admin: AdminClient }

/** Repeats a step until it succeeds. */
const retryUntilDone = <T>(step: () => Promise<T>) => eventually(step, RETRY_OPTIONS)

const PART_DOLLARS = 25

async function signAtService(cartId: string): Promise<string> {
  const { tip, status } = await simulator.findCartApplication(cartId)
  if (status === "P") await simulator.decision(tip, { outcome: "approve" })
  const { status: currentStatus } = await simulator.application(tip)
  if (currentStatus !== "S") await simulator.decision(tip, { outcome: "sign" })
  return tip
}

async function repeatPostbacks(log: PurchaseLog, { repeats }: PurchasePlan): Promise<void> {
  const { notifyUrl, tip } = await simulator.findCartApplication(log.cartId)
  for (let nth = 0; nth < repeats && notifyUrl; nth += 1) {
    const answer = await post(notifyUrl, `uuid=${tip}&pt_app_status=S`).catch(() => null)
    if (answer?.status === 200) log.taken += 1
    await sleep(100)
  }
}

async function waitForOrder(
  { shop }: Clients,
  { cartId }: PurchaseLog,
  { returns }: PurchasePlan
): Promise<string> {
  return await retryUntilDone(async () => {
    if (returns) {
      const answer = await shop.completeCart(cartId)
      if (answer.type === "order") return answer.order.id
      throw new Error(answer.error.message)
    }
    // Core creates the order before its payment, and may roll back an order without one.
    const order = await directAdmin.findOrderByCart(cartId)
    if (!order || listPayments(order).length === 0)
      throw new Error("There is no order with a payment")
    return order.id
  })
}

/** Creates the actions of staff, who read the order before each retry. */
function createStaffActions({ admin }: Clients, log: PurchaseLog, orderId: string): StaffActions {
  const payment = async () => getOnlyPayment(await admin.getOrder(orderId))
  return {
    capture: async () => {
      await retryUntilDone(async () => {
        const { id, captured_at } = await payment()
        if (!captured_at) await admin.capture(id)
      })
      log.captured = true
    },
    ship: async () => {
      await retryUntilDone(async () => {
        const { fulfillments = [] } = await admin.getOrder(orderId)
        const fulfillmentId = fulfillments[0]?.id ?? (await admin.createFulfillment(orderId))
        if (!fulfillments[0]?.shipped_at) await admin.createShipment(orderId, fulfillmentId)
      })
      await retryUntilDone(async () => {
        if (!(await payment()).captured_at) throw new Error("It was not captured after it shipped")
      })
      log.captured = true
    },
    refund: async (amount) => {
      await retryUntilDone(async () => {
        const currentPayment = await payment()
        const cents = sumRefunds(currentPayment)
        if (cents === 0)
          await admin.refund(currentPayment.id, { amount: amount ?? Number(currentPayment.amount) })
        log.refunded = sumRefunds(await payment())
      })
    },
    cancel: async () => {
      await retryUntilDone(async () => {
        if ((await admin.getOrder(orderId)).status !== "canceled") await admin.cancelOrder(orderId)
      })
      log.cancelled = true
    },
  }
}

type StaffActions = {
  capture: () => Promise<void>
  ship: () => Promise<void>
  refund: (dollars?: number) => Promise<void>
  cancel: () => Promise<void>
}

const STAFF_STEPS: Record<PurchasePlan["then"], (staff: StaffActions) => Promise<void>> = {
  nothing: async () => undefined,
  capture: (staff) => staff.capture(),
  ship: (staff) => staff.ship(),
  "refund a part": async (staff) => {
    await staff.capture()
    await staff.refund(PART_DOLLARS)
  },
  refund: async (staff) => {
    await staff.capture()
    await staff.refund()
  },
  cancel: (staff) => staff.cancel(),
}

/** Plays one purchase from the cart to the actions of staff. Rejects only if the cart cannot be created. */
export async function playPurchase(clients: Clients, story: PurchasePlan): Promise<PurchaseLog> {
  const cart = await retryUntilDone(() => clients.shop.createCart(story.cart))
  const log: PurchaseLog = {
    cartId: cart.id,
    signed: false,
    captured: false,
    refunded: 0,
    cancelled: false,
    taken: 0,
  }
  try {
    await retryUntilDone(() => clients.shop.choosePaymentMethod(cart.id))
    await retryUntilDone(() => signAtService(cart.id))
    log.signed = true
    const [orderId] = await Promise.all([
      waitForOrder(clients, log, story),
      repeatPostbacks(log, story),
    ])
    log.orderId = orderId
    await retryUntilDone(async () => getOnlyPayment(await clients.admin.getOrder(orderId)))
    await STAFF_STEPS[story.then](createStaffActions(clients, log, orderId))
  } catch (error) {
    log.gaveUp = error instanceof Error ? error.message : String(error)
  }
  return log
}
