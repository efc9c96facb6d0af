import { eventually } from "../../../tooling/clients/eventually"
import { createHarness } from "../../store/harness"
import { getLatestApplication, listApplications } from "../../store/plugin-records"
import {
  createAppliedCart,
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "../../store/purchase-steps"
import { listPostbacks } from "../../store/postback-steps"
import { reconcileWhenIdle, waitForCartIdle, stopScheduledChecks } from "../stabilize-cart"
import { getServiceApplication } from "./service-application"
import type { Clients, Journey, PreparedJourney } from "./journey"

const clients = createHarness()
const { admin, shop, simulator } = clients

/** Waits until no process works on the cart, then stops its scheduled checks. */
export async function isolateJourney(stage: PreparedJourney): Promise<PreparedJourney> {
  await waitForCartIdle(stage.cartId)
  await stopScheduledChecks(stage.cartId)
  return stage
}

/** Expects that the cart became an authorized order. */
export async function expectPaid(cartId: string): Promise<void> {
  const order = await admin.findOrderByCart(cartId)
  if (!order) throw new Error(`Cart ${cartId} has not become an order`)
  expect(getOnlyPayment(order)).toMatchObject({ canceled_at: null })
  expect(order.payment_status).toBe("authorized")
}

export const apply: Journey = {
  name: "apply",
  movesMoney: false,
  isRepeatable: true,
  calls: ["createOrder", "requestToken"],
  prepare: async () => {
    const { id: cartId } = await shop.createCart()
    const act = ({ shop }: Clients) => shop.choosePaymentMethod(cartId)
    return {
      cartId,
      match: { orderId: `${cartId}-1` },
      act,
      // After a decline, only an explicit request creates another application.
      retry: async () => {
        const newest = (await listApplications(cartId)).at(-1)
        await shop.choosePaymentMethod(cartId, { data: { apply_again: newest?.live_key === null } })
      },
      // The shopper can continue with an application that the service and the plugin have.
      expectGoal: async () => {
        const { state, live_key } = await getLatestApplication(cartId)
        expect({ state, isLive: live_key !== null }).toEqual({
          state: "awaiting-customer",
          isLive: true,
        })
        expect(await getServiceApplication(cartId)).toMatchObject({ status: "P" })
      },
    }
  },
}

/** The cart changes: a new application replaces the old one, which is cancelled. */
const changeCart: Journey = {
  name: "change-cart",
  movesMoney: false,
  isRepeatable: true,
  calls: ["getStatus", "cancel"],
  prepare: async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    const reconcileFirst = async () => {
      const [first] = await listApplications(cart.id)
      if (first) await reconcileWhenIdle(cart.id, first.id)
    }
    const act = async ({ shop }: Clients) => {
      await shop.addItem(cart.id, { handle: "harbor-sofa", quantity: 1 })
      await shop.choosePaymentMethod(cart.id)
      await reconcileFirst()
    }
    return await isolateJourney({
      cartId: cart.id,
      match: { token },
      token,
      act,
      retry: reconcileFirst,
      expectGoal: async () => {
        const [first, second] = await simulator.listCartApplications(cart.id)
        expect([first?.status, second?.status]).toEqual(["O", "P"])
      },
    })
  },
}

export const complete: Journey = {
  name: "complete",
  movesMoney: true,
  isRepeatable: true,
  calls: ["getStatus", "requestToken"],
  prepare: async () => {
    const { cart, token } = await createSignedApplication()
    const act = ({ shop }: Clients) => shop.completeCart(cart.id)
    const expectGoal = () => expectPaid(cart.id)
    return await isolateJourney({
      cartId: cart.id,
      match: { token },
      token,
      act,
      retry: () => act(clients),
      expectGoal,
    })
  },
}

/** The plugin sends the placed order's number to the service. */
const sendOrderNumber: Journey = {
  name: "tell-number",
  movesMoney: false,
  isRepeatable: true,
  calls: ["getStatus", "updateOrderId"],
  prepare: async () => {
    const { cart, token } = await createSignedApplication()
    const reconcileCart = async () =>
      reconcileWhenIdle(cart.id, (await getLatestApplication(cart.id)).id)
    return await isolateJourney({
      cartId: cart.id,
      match: { token },
      token,
      act: async ({ shop }) => {
        await shop.completeCart(cart.id)
        await reconcileCart()
      },
      retry: reconcileCart,
      expectGoal: async () => {
        const order = await waitForPaidOrder(cart.id)
        const { orderId } = await simulator.application(token)
        expect(orderId).toBe(String(order.display_id))
      },
    })
  },
}

/** The shopper signs and never returns: the service's postback creates the order. */
const postback: Journey = {
  name: "postback",
  movesMoney: false,
  isRepeatable: true,
  calls: ["getStatus", "validatePostback", "requestToken"],
  prepare: async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    const waitForInbox = () =>
      eventually(async () => {
        const inbox = await listPostbacks(id)
        expect(inbox.length).toBeGreaterThan(0)
        expect(inbox.every(({ attempts }) => attempts > 0)).toBe(true)
      })
    return await isolateJourney({
      cartId: cart.id,
      match: { token },
      token,
      act: async () => {
        await signApplication(token)
        await waitForInbox()
      },
      retry: async () => {
        await simulator.postback(token)
        await waitForInbox()
      },
      expectGoal: () => expectPaid(cart.id),
    })
  },
}

export const SHOPPER_JOURNEYS: Journey[] = [apply, changeCart, complete, sendOrderNumber, postback]
