import { harness } from "../../store/harness"
import { applicationOf } from "../../store/our-records"
import {
  capturedOrder,
  orderOf,
  orderUnderReview,
  type PaidOrder,
  paidOrder,
  paymentOf,
  type PlacedOrder,
  sign,
} from "../../store/purchase-steps"
import { comeToRest, lookAt, nobodyWorksOn, stopChecking, sumOfRefunds } from "../come-to-rest"
import type { Doors, Journey, Stage } from "./journey"

const doors = harness()
const { admin, simulator } = doors

/** Amounts of partial refunds in dollars. */
const PART = 100
const EARLIER_PART = 50

type Deed = Pick<Stage, "act" | "reached"> & { again?: Stage["again"] }

async function stage({ cart, token }: PlacedOrder, { act, reached, again }: Deed): Promise<Stage> {
  await nobodyWorksOn(cart.id)
  await stopChecking(cart.id)
  const tryAgain = again ?? (() => act(doors))
  return { cartId: cart.id, match: { token }, token, act, again: tryAgain, reached }
}

async function expectCaptured({ order, token }: PaidOrder): Promise<void> {
  expect(paymentOf(await admin.order(order.id)).captured_at).toEqual(expect.any(String))
  expect(await simulator.application(token)).toMatchObject({ status: "C" })
}

/** @param cents the total of all refunds */
async function expectRefunded({ order, token, applied }: PaidOrder, cents: number): Promise<void> {
  const refunds = sumOfRefunds(paymentOf(await admin.order(order.id)))
  const { refunded, loanAmount } = await simulator.application(token)
  const left = refunded ? 0 : toCents(loanAmount)
  expect({ refunds, left }).toEqual({ refunds: cents, left: toCents(applied.loanAmount) - cents })
}

const toCents = (dollars: number): number => Math.round(dollars * 100)

export const capture: Journey = {
  name: "capture",
  money: true,
  isRepeatable: false,
  calls: ["getStatus", "settle", "requestToken"],
  prepare: async () => {
    const paid = await paidOrder()
    const act = ({ admin }: Doors) => admin.capture(paid.payment.id)
    return await stage(paid, { act, reached: () => expectCaptured(paid) })
  },
}

export const refundInFull: Journey = {
  name: "refund",
  money: true,
  isRepeatable: false,
  calls: ["getStatus", "refund", "requestToken"],
  prepare: async () => {
    const bought = await capturedOrder()
    const amount = Number(bought.payment.amount)
    const act = ({ admin }: Doors) => admin.refund(bought.payment.id, { amount, note: "came back" })
    return await stage(bought, { act, reached: () => expectRefunded(bought, toCents(amount)) })
  },
}

export const refundInPart: Journey = {
  name: "refund-part",
  money: true,
  isRepeatable: false,
  calls: ["getStatus", "partialRefund", "requestToken"],
  prepare: async () => {
    const bought = await capturedOrder()
    const act = ({ admin }: Doors) => admin.refund(bought.payment.id, { amount: PART })
    return await stage(bought, { act, reached: () => expectRefunded(bought, toCents(PART)) })
  },
}

const refundNextPart: Journey = {
  name: "refund-next-part",
  money: true,
  isRepeatable: false,
  calls: ["partialRefund"],
  prepare: async () => {
    const bought = await capturedOrder()
    await admin.refund(bought.payment.id, { amount: EARLIER_PART })
    await comeToRest(bought.cart.id)
    const act = ({ admin }: Doors) => admin.refund(bought.payment.id, { amount: PART })
    const { tip: token } = await simulator.application(bought.token)
    return await stage(
      { ...bought, token },
      { act, reached: () => expectRefunded(bought, toCents(EARLIER_PART + PART)) }
    )
  },
}

export const cancelOrder: Journey = {
  name: "cancel-order",
  money: true,
  isRepeatable: true,
  calls: ["getStatus", "cancel", "requestToken"],
  prepare: async () => {
    const paid = await paidOrder()
    const { id } = await applicationOf(paid.cart.id)
    return await stage(paid, {
      act: ({ admin }) => admin.cancelOrder(paid.order.id),
      again: async () => {
        const { status } = await admin.order(paid.order.id)
        if (status !== "canceled") await admin.cancelOrder(paid.order.id)
        await lookAt(paid.cart.id, id)
      },
      reached: async () => {
        expect((await admin.order(paid.order.id)).status).toBe("canceled")
        expect(await simulator.application(paid.token)).toMatchObject({ status: "O" })
      },
    })
  },
}

/** Staff fund the application in the service's portal, and the shop gets no postback. */
const fundedElsewhere: Journey = {
  name: "funded-elsewhere",
  money: true,
  isRepeatable: true,
  calls: ["getStatus", "validatePostback"],
  prepare: async () => {
    const paid = await paidOrder()
    const { id } = await applicationOf(paid.cart.id)
    return await stage(paid, {
      act: async () => {
        await simulator.portal(paid.token, { action: "fund", postback: false })
        await lookAt(paid.cart.id, id)
      },
      again: () => lookAt(paid.cart.id, id),
      reached: () => expectCaptured(paid),
    })
  },
}

/** An order under review is approved, and the schedule finds the decision. */
const approvedAfterReview: Journey = {
  name: "approved-after-review",
  money: false,
  isRepeatable: true,
  calls: ["getStatus", "requestToken"],
  prepare: async () => {
    const placed = await orderUnderReview()
    const { id } = await applicationOf(placed.cart.id)
    return await stage(placed, {
      act: async () => {
        await sign(placed.token)
        await lookAt(placed.cart.id, id)
      },
      again: () => lookAt(placed.cart.id, id),
      reached: async () => {
        const order = await orderOf(placed.cart.id)
        expect(paymentOf(order)).toMatchObject({ canceled_at: null })
      },
    })
  },
}

/** Staff check whether the address of an order's customer matches. */
const checkAddress: Journey = {
  name: "check-address",
  money: false,
  isRepeatable: true,
  calls: ["getAddressStatus"],
  prepare: async () => {
    const paid = await paidOrder()
    const { id } = await applicationOf(paid.cart.id)
    const path = `/admin/consumer-financing/applications/${id}/address-status`
    const act = ({ admin }: Doors) => admin.door.post(path)
    return await stage(paid, {
      act,
      reached: async () => {
        expect(await act(doors)).toMatchObject({
          address_status: { code: "S", address_matches: null },
        })
      },
    })
  },
}

export const MERCHANTS_JOURNEYS: Journey[] = [
  capture,
  refundInFull,
  refundInPart,
  refundNextPart,
  cancelOrder,
  fundedElsewhere,
  approvedAfterReview,
  checkAddress,
]
