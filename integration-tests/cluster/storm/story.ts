import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../../tooling/clients/eventually"
import type { AdminClient } from "../../../tooling/clients/admin-client"
import type { ShopClient } from "../../../tooling/clients/shop-client"
import { sumOfRefunds } from "../../proofs/come-to-rest"
import { harness } from "../../store/harness"
import { post } from "../../store/postback-steps"
import { paymentOf, paymentsOf } from "../../store/purchase-steps"
import type { Story } from "./plan"

const { admin: witness, simulator } = harness()

/** Shoppers and staff retry for longer than any disruption lasts. */
const PATIENCE = { timeoutMs: 240_000, everyMs: 1_000 }

/** Everything that was confirmed to the shopper, staff and the service. */
export type Told = {
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

type Doors = { shop: ShopClient; admin: AdminClient }

/** Repeats a step until it succeeds. */
const insist = <T>(step: () => Promise<T>) => eventually(step, PATIENCE)

const PART = 25

async function signAtService(cartId: string): Promise<string> {
  const { tip, status } = await simulator.applicationOfCart(cartId)
  if (status === "P") await simulator.decision(tip, { outcome: "approve" })
  const { status: now } = await simulator.application(tip)
  if (now !== "S") await simulator.decision(tip, { outcome: "sign" })
  return tip
}

async function repeatPostbacks(told: Told, { repeats }: Story): Promise<void> {
  const { notifyUrl, tip } = await simulator.applicationOfCart(told.cartId)
  for (let nth = 0; nth < repeats && notifyUrl; nth += 1) {
    const answer = await post(notifyUrl, `uuid=${tip}&pt_app_status=S`).catch(() => null)
    if (answer?.status === 200) told.taken += 1
    await sleep(100)
  }
}

async function orderOf({ shop }: Doors, { cartId }: Told, { returns }: Story): Promise<string> {
  return await insist(async () => {
    if (returns) {
      const answer = await shop.completeCart(cartId)
      if (answer.type === "order") return answer.order.id
      throw new Error(answer.error.message)
    }
    // Core creates the order before its payment, and may roll back an order without one.
    const order = await witness.orderOfCart(cartId)
    if (!order || paymentsOf(order).length === 0)
      throw new Error("There is no order with a payment")
    return order.id
  })
}

/** Creates the actions of staff, who read the order before each retry. */
function byStaff({ admin }: Doors, told: Told, orderId: string): StaffActs {
  const payment = async () => paymentOf(await admin.order(orderId))
  return {
    capture: async () => {
      await insist(async () => {
        const { id, captured_at } = await payment()
        if (!captured_at) await admin.capture(id)
      })
      told.captured = true
    },
    ship: async () => {
      await insist(async () => {
        const { fulfillments = [] } = await admin.order(orderId)
        const packed = fulfillments[0]?.id ?? (await admin.fulfil(orderId))
        if (!fulfillments[0]?.shipped_at) await admin.ship(orderId, packed)
      })
      await insist(async () => {
        if (!(await payment()).captured_at) throw new Error("It was not captured after it shipped")
      })
      told.captured = true
    },
    refund: async (amount) => {
      await insist(async () => {
        const one = await payment()
        const cents = sumOfRefunds(one)
        if (cents === 0) await admin.refund(one.id, { amount: amount ?? Number(one.amount) })
        told.refunded = sumOfRefunds(await payment())
      })
    },
    cancel: async () => {
      await insist(async () => {
        if ((await admin.order(orderId)).status !== "canceled") await admin.cancelOrder(orderId)
      })
      told.cancelled = true
    },
  }
}

type StaffActs = {
  capture: () => Promise<void>
  ship: () => Promise<void>
  refund: (dollars?: number) => Promise<void>
  cancel: () => Promise<void>
}

const THEN: Record<Story["then"], (staff: StaffActs) => Promise<void>> = {
  nothing: async () => undefined,
  capture: (staff) => staff.capture(),
  ship: (staff) => staff.ship(),
  "refund a part": async (staff) => {
    await staff.capture()
    await staff.refund(PART)
  },
  refund: async (staff) => {
    await staff.capture()
    await staff.refund()
  },
  cancel: (staff) => staff.cancel(),
}

/** Plays one purchase from the cart to the actions of staff. Rejects only if the cart cannot be created. */
export async function play(doors: Doors, story: Story): Promise<Told> {
  const cart = await insist(() => doors.shop.createCart(story.cart))
  const told: Told = {
    cartId: cart.id,
    signed: false,
    captured: false,
    refunded: 0,
    cancelled: false,
    taken: 0,
  }
  try {
    await insist(() => doors.shop.choosePaymentMethod(cart.id))
    await insist(() => signAtService(cart.id))
    told.signed = true
    const [orderId] = await Promise.all([orderOf(doors, told, story), repeatPostbacks(told, story)])
    told.orderId = orderId
    await insist(async () => paymentOf(await doors.admin.order(orderId)))
    await THEN[story.then](byStaff(doors, told, orderId))
  } catch (error) {
    told.gaveUp = error instanceof Error ? error.message : String(error)
  }
  return told
}
