import { createHarness } from "../../store/harness"
import { getLatestApplication } from "../../store/plugin-records"
import {
  createCapturedOrder,
  waitForOrder,
  createOrderUnderReview,
  type PaidOrder,
  createPaidOrder,
  getOnlyPayment,
  type PlacedOrder,
  signApplication,
} from "../../store/purchase-steps"
import {
  stabilizeCart,
  reconcileWhenIdle,
  waitForCartIdle,
  stopScheduledChecks,
  sumRefunds,
} from "../stabilize-cart"
import type { Clients, Journey, PreparedJourney } from "./journey"

const clients = createHarness()
const { admin, simulator } = clients

/** Amounts of partial refunds in dollars. */
const PART_DOLLARS = 100
const EARLIER_PART_DOLLARS = 50

type JourneyActions = Pick<PreparedJourney, "act" | "expectGoal"> & {
  retry?: PreparedJourney["retry"]
}

async function prepareOrder(
  { cart, token }: PlacedOrder,
  { act, expectGoal, retry }: JourneyActions
): Promise<PreparedJourney> {
  await waitForCartIdle(cart.id)
  await stopScheduledChecks(cart.id)
  const retryAction = retry ?? (() => act(clients))
  return { cartId: cart.id, match: { token }, token, act, retry: retryAction, expectGoal }
}

async function expectCaptured({ order, token }: PaidOrder): Promise<void> {
  expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
  expect(await simulator.application(token)).toMatchObject({ status: "C" })
}

/** @param cents the total of all refunds */
async function expectRefunded({ order, token, applied }: PaidOrder, cents: number): Promise<void> {
  const refunds = sumRefunds(getOnlyPayment(await admin.getOrder(order.id)))
  const { refunded, loanAmount } = await simulator.application(token)
  const left = refunded ? 0 : toCents(loanAmount)
  expect({ refunds, left }).toEqual({ refunds: cents, left: toCents(applied.loanAmount) - cents })
}

const toCents = (dollars: number): number => Math.round(dollars * 100)

export const capture: Journey = {
  name: "capture",
  movesMoney: true,
  isRepeatable: false,
  calls: ["getStatus", "settle", "requestToken"],
  prepare: async () => {
    const paid = await createPaidOrder()
    const act = ({ admin }: Clients) => admin.capture(paid.payment.id)
    return await prepareOrder(paid, { act, expectGoal: () => expectCaptured(paid) })
  },
}

export const refundInFull: Journey = {
  name: "refund",
  movesMoney: true,
  isRepeatable: false,
  calls: ["getStatus", "refund", "requestToken"],
  prepare: async () => {
    const bought = await createCapturedOrder()
    const amount = Number(bought.payment.amount)
    const act = ({ admin }: Clients) =>
      admin.refund(bought.payment.id, { amount, note: "came back" })
    return await prepareOrder(bought, {
      act,
      expectGoal: () => expectRefunded(bought, toCents(amount)),
    })
  },
}

export const refundInPart: Journey = {
  name: "refund-part",
  movesMoney: true,
  isRepeatable: false,
  calls: ["getStatus", "partialRefund", "requestToken"],
  prepare: async () => {
    const bought = await createCapturedOrder()
    const act = ({ admin }: Clients) => admin.refund(bought.payment.id, { amount: PART_DOLLARS })
    return await prepareOrder(bought, {
      act,
      expectGoal: () => expectRefunded(bought, toCents(PART_DOLLARS)),
    })
  },
}

const refundNextPart: Journey = {
  name: "refund-next-part",
  movesMoney: true,
  isRepeatable: false,
  calls: ["partialRefund"],
  prepare: async () => {
    const bought = await createCapturedOrder()
    await admin.refund(bought.payment.id, { amount: EARLIER_PART_DOLLARS })
    await stabilizeCart(bought.cart.id)
    const act = ({ admin }: Clients) => admin.refund(bought.payment.id, { amount: PART_DOLLARS })
    const { tip: token } = await simulator.application(bought.token)
    return await prepareOrder(
      { ...bought, token },
      {
        act,
        expectGoal: () => expectRefunded(bought, toCents(EARLIER_PART_DOLLARS + PART_DOLLARS)),
      }
    )
  },
}

export const cancelOrder: Journey = {
  name: "cancel-order",
  movesMoney: true,
  isRepeatable: true,
  calls: ["getStatus", "cancel", "requestToken"],
  prepare: async () => {
    const paid = await createPaidOrder()
    const { id } = await getLatestApplication(paid.cart.id)
    return await prepareOrder(paid, {
      act: ({ admin }) => admin.cancelOrder(paid.order.id),
      retry: async () => {
        const { status } = await admin.getOrder(paid.order.id)
        if (status !== "canceled") await admin.cancelOrder(paid.order.id)
        await reconcileWhenIdle(paid.cart.id, id)
      },
      expectGoal: async () => {
        expect((await admin.getOrder(paid.order.id)).status).toBe("canceled")
        expect(await simulator.application(paid.token)).toMatchObject({ status: "O" })
      },
    })
  },
}

/** Staff fund the application in the service's portal, and the shop gets no postback. */
const fundedElsewhere: Journey = {
  name: "funded-elsewhere",
  movesMoney: true,
  isRepeatable: true,
  calls: ["getStatus", "validatePostback"],
  prepare: async () => {
    const paid = await createPaidOrder()
    const { id } = await getLatestApplication(paid.cart.id)
    return await prepareOrder(paid, {
      act: async () => {
        await simulator.portal(paid.token, { action: "fund", postback: false })
        await reconcileWhenIdle(paid.cart.id, id)
      },
      retry: () => reconcileWhenIdle(paid.cart.id, id),
      expectGoal: () => expectCaptured(paid),
    })
  },
}

/** An order under review is approved, and the schedule finds the decision. */
const approvedAfterReview: Journey = {
  name: "approved-after-review",
  movesMoney: false,
  isRepeatable: true,
  calls: ["getStatus", "requestToken"],
  prepare: async () => {
    const placed = await createOrderUnderReview()
    const { id } = await getLatestApplication(placed.cart.id)
    return await prepareOrder(placed, {
      act: async () => {
        await signApplication(placed.token)
        await reconcileWhenIdle(placed.cart.id, id)
      },
      retry: () => reconcileWhenIdle(placed.cart.id, id),
      expectGoal: async () => {
        const order = await waitForOrder(placed.cart.id)
        expect(getOnlyPayment(order)).toMatchObject({ canceled_at: null })
      },
    })
  },
}

/** Staff check whether the address of an order's customer matches. */
const checkAddress: Journey = {
  name: "check-address",
  movesMoney: false,
  isRepeatable: true,
  calls: ["getAddressStatus"],
  prepare: async () => {
    const paid = await createPaidOrder()
    const { id } = await getLatestApplication(paid.cart.id)
    const path = `/admin/consumer-financing/applications/${id}/address-status`
    const act = ({ admin }: Clients) => admin.adminApi.post(path)
    return await prepareOrder(paid, {
      act,
      expectGoal: async () => {
        expect(await act(clients)).toMatchObject({
          address_status: { code: "S", address_matches: null },
        })
      },
    })
  },
}

export const MERCHANT_JOURNEYS: Journey[] = [
  capture,
  refundInFull,
  refundInPart,
  refundNextPart,
  cancelOrder,
  fundedElsewhere,
  approvedAfterReview,
  checkAddress,
]
