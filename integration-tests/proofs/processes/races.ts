import { createHarness } from "../../store/harness"
import { listServiceCalls } from "../../store/money-steps"
import { getLatestApplication } from "../../store/plugin-records"
import { post } from "../../store/postback-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  createPaidOrder,
  createSignedApplication,
  getOnlyPayment,
  signApplication,
  disablePostbacks,
  type AppliedCart,
  type PaidOrder,
} from "../../store/purchase-steps"
import type { Side } from "./sides"

const { admin, simulator } = createHarness()

type RaceAction = () => Promise<unknown>

/** Two actions on one cart, one in each process, and the expected result. */
export type Race = {
  cartId: string
  actions: [RaceAction, RaceAction]
  /** @param done the number of actions that succeeded */
  expectResult: (done: number) => Promise<void>
}

export type RaceSetup = (sides: [Side, Side]) => Promise<Race>

/** Expects one order, paid once by an active application, without a review case. */
async function expectPaid({ cart, token }: AppliedCart): Promise<void> {
  const order = await admin.findOrderByCart(cart.id)
  if (!order) throw new Error("The cart has not become an order")
  expect(order.status).toBe("pending")
  expect(getOnlyPayment(order)).toMatchObject({ canceled_at: null, captured_at: null })
  expect(await simulator.application(token)).toMatchObject({ status: "S", cancelled: false })
  expect(await listServiceCalls(token, "cancel")).toEqual([])
  expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
}

/** Expects one settlement and one capture without a review case. @returns the number of refunds in Medusa */
async function expectCaptured({ cart, order, token }: PaidOrder): Promise<number> {
  const payment = getOnlyPayment(await admin.getOrder(order.id))
  expect(payment.captured_at).toEqual(expect.any(String))
  expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
  expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
  return (payment.refunds ?? []).length
}

async function createRefundRace(sides: [Side, Side], amounts: [number, number]): Promise<Race> {
  const bought = await createCapturedOrder()
  const [first, second] = sides.map(({ admin: staff }, index) => async () => {
    await staff.refund(bought.payment.id, { amount: Number(amounts[index]) })
  }) as [RaceAction, RaceAction]
  return {
    cartId: bought.cart.id,
    actions: [first, second],
    expectResult: async (done) => {
      // At least one succeeds. Core refuses two credit lines at once, so a refund may happen and return an error.
      const refunds = await expectCaptured(bought)
      const { partialRefunds } = await simulator.application(bought.token)
      expect(partialRefunds).toHaveLength(refunds)
      expect(refunds).toBeGreaterThanOrEqual(Math.max(1, done))
    },
  }
}

/** Pairs of operations that two processes run at the same moment. */
export const RACES: Record<string, RaceSetup> = {
  "complete/complete": async ([here, there]) => {
    const made = await createSignedApplication()
    return {
      cartId: made.cart.id,
      actions: [
        () => here.shop.completeCart(made.cart.id),
        () => there.shop.completeCart(made.cart.id),
      ],
      expectResult: () => expectPaid(made),
    }
  },

  "complete/postback": async ([here, there]) => {
    const made = await createSignedApplication()
    const { token, applied, cart } = made
    const address = String(applied.notifyUrl).replace(here.url, there.url)
    return {
      cartId: cart.id,
      actions: [
        () => here.shop.completeCart(cart.id),
        () => post(address, `uuid=${token}&pt_app_status=S&payment_status=pending`),
      ],
      expectResult: () => expectPaid(made),
    }
  },

  // As many postbacks as a service that repeats itself sends, to each process.
  "postbacks/postbacks": async ([here, there]) => {
    const made = await createSignedApplication()
    const { token, applied, cart } = made
    // Allows one check per half second and process while the postbacks are accepted.
    let maxChecks = 8
    const sendPostbacks = async ({ url }: Side) => {
      const startedAt = Date.now()
      const address = String(applied.notifyUrl).replace(here.url, url)
      const posts = Array.from({ length: 10 }, () => post(address, `uuid=${token}`))
      const answers = await Promise.all(posts)
      maxChecks = Math.max(maxChecks, 4 + (Date.now() - startedAt) / 250)
      return answers
    }
    return {
      cartId: cart.id,
      actions: [() => sendPostbacks(here), () => sendPostbacks(there)],
      expectResult: async () => {
        await expectPaid(made)
        expect((await listServiceCalls(token, "validatePostback")).length).toBeLessThanOrEqual(
          maxChecks
        )
      },
    }
  },

  "reconcile/reconcile": async ([here, there]) => {
    const made = await createSignedApplication()
    const { id } = await getLatestApplication(made.cart.id)
    const [first, second] = [here, there].map(({ control }) => async () => {
      await control.runWorkflow("reconcile-financing-application", {
        application_id: id,
        cause: "poll",
      })
    }) as [RaceAction, RaceAction]
    return { cartId: made.cart.id, actions: [first, second], expectResult: () => expectPaid(made) }
  },

  "capture/capture": async ([here, there]) => {
    const paid = await createPaidOrder()
    const { id } = paid.payment
    return {
      cartId: paid.cart.id,
      actions: [() => here.admin.capture(id), () => there.admin.capture(id)],
      expectResult: async (done) => {
        expect(done).toBeGreaterThanOrEqual(1)
        expect(await expectCaptured(paid)).toBe(0)
      },
    }
  },

  "refund/refund, the same amount": (sides) => createRefundRace(sides, [100, 100]),

  "refund/refund, different parts": (sides) => createRefundRace(sides, [40, 77.5]),

  "cancel/complete": async ([here, there]) => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await signApplication(token)
    const other = { providerId: "pp_system_default" }
    return {
      cartId: cart.id,
      actions: [
        () => here.shop.choosePaymentMethod(cart.id, other),
        () => there.shop.completeCart(cart.id),
      ],
      expectResult: async () => {
        expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
      },
    }
  },

  "settle/cancel": async ([here, there]) => {
    const paid = await createPaidOrder()
    return {
      cartId: paid.cart.id,
      actions: [
        () => here.admin.capture(paid.payment.id),
        () => there.admin.cancelOrder(paid.order.id),
      ],
      expectResult: async () => {
        expect((await simulator.application(paid.token)).settleCount).toBeLessThanOrEqual(1)
      },
    }
  },
}
