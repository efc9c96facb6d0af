import { readFile } from "node:fs/promises"
import type { CartStatus } from "../../src/workflows/cart-status"
import { eventually } from "../../tooling/clients/eventually"
import { getPaymentSession } from "./full-application-steps"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  hoursAgo,
  updateApplication,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { sendStoreRequest, createCustomerCart, createCustomer } from "./pre-approval-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  createSignedApplication,
  disablePostbacks,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { run, shop, store, simulator } = createHarness()

const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string

async function getCartStatus(cartId: string): Promise<CartStatus> {
  const response = await sendStoreRequest(`carts/${cartId}/status`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { financing: CartStatus }).financing
}

/** Postpones the scheduled check by an hour, and dates the last one an hour back. */
async function stopScheduledChecks(cartId: string): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  await updateApplication(id, { last_check_at: hoursAgo(1), next_check_at: hoursAgo(-1) })
}

describe("the status of a cart's financing", () => {
  it("needs only the cart's ID, also for a customer with an account", async () => {
    const customer = await createCustomer()
    const cartId = await createCustomerCart(customer)
    expect(await getCartStatus(cartId)).toEqual({
      application_id: null,
      status: null,
      message: null,
      message_code: null,
      url: null,
      order_id: null,
      order_url: null,
    })
    expect((await sendStoreRequest("carts/cart_01JUNKNOWN/status")).status).toBe(404)
  })

  it("lists every open application of the logged-in customer, and of no other customer", async () => {
    const customer = await createCustomer()
    const requestApplications = async (headers = {}) =>
      await sendStoreRequest("customers/me/applications", { headers })
    const listOpenApplications = async (headers = customer.headers) =>
      (
        (await (await requestApplications(headers)).json()) as {
          applications: { cart_id: string }[]
        }
      ).applications
    expect((await requestApplications()).status).toBe(401)
    expect(await listOpenApplications()).toEqual([])
    const cartId = await createCustomerCart(customer)
    expect(await listOpenApplications()).toEqual([])
    const { session } = await customer.shop.choosePaymentMethod(cartId)
    expect(await listOpenApplications()).toEqual([
      {
        ...(await getCartStatus(cartId)),
        cart_id: cartId,
        amount: 1_467.64,
        url: session.data.url,
        message_code: "sign",
      },
    ])
    expect(await listOpenApplications((await createCustomer()).headers)).toEqual([])
    const { tip } = await simulator.findCartApplication(cartId)
    await simulator.decision(tip, { outcome: "approve" })
    await simulator.decision(tip, { outcome: "sign" })
    await eventually(async () => expect(await listOpenApplications()).toEqual([]))
  })

  it("includes the signing URL, and the order once it is placed", async () => {
    const { cart, token, applied } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    expect(await getCartStatus(cart.id)).toEqual({
      application_id: id,
      status: "awaiting-customer",
      message: stringMatching(/sign your contract/),
      message_code: "sign",
      url: applied.url,
      order_id: null,
      order_url: null,
    })
    await simulator.decision(token, { outcome: "approve" })
    await simulator.decision(token, { outcome: "sign" })
    await eventually(async () => {
      expect(await getCartStatus(cart.id)).toMatchObject({
        status: "ready-to-settle",
        message: stringMatching(/approved and signed/),
        url: null,
        order_id: stringMatching(/^order_/),
        order_url: stringMatching(/\/us\/order\/order_\w+\/confirmed$/),
      })
    })
  })

  it.each([
    ["decline", "declined", "declined", /was not approved/],
    ["mismatch", "declined", "details-differ", /could not match your details/],
    ["cancel", "cancelled", "cancelled", /was cancelled/],
  ] as const)("has its own message after a %s", async (...[outcome, status, code, message]) => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome })
    await eventually(async () => {
      expect(await getCartStatus(cart.id)).toMatchObject({
        status,
        message: stringMatching(message),
        message_code: code,
        url: null,
        order_id: null,
      })
    })
  })

  it("reports an expired application, and an order under review", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(48.1) })
    await reconcile(id)
    expect(await getCartStatus(cart.id)).toMatchObject({
      status: "expired",
      message: stringMatching(/has expired/),
    })
    const reviewedOrder = await createOrderUnderReview()
    expect(await getCartStatus(reviewedOrder.cart.id)).toMatchObject({
      status: "under-review",
      order_id: reviewedOrder.order.id,
    })
  })

  it("reports a changed cart, without a signing URL", async () => {
    const { cart } = await createAppliedCart()
    const address = { ...NEW_YORK, address_1: "1 Elsewhere Street" }
    await shop.updateCart(cart.id, { shipping_address: address })
    expect(await getCartStatus(cart.id)).toMatchObject({
      status: "awaiting-customer",
      message: stringMatching(/cart was changed after you applied/),
      url: null,
    })
  })

  it("reports a changed cart after its application was cancelled for the change", async () => {
    const { cart, token } = await createAppliedCart()
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await eventually(async () =>
      expect((await getLatestApplication(cart.id)).state).toBe("cancelled")
    )
    expect(await simulator.application(token)).toMatchObject({ cancelCount: 1 })
    expect(await getCartStatus(cart.id)).toMatchObject({
      status: "cancelled",
      message: stringMatching(/cart was changed after you applied/),
      message_code: "cart-changed",
      url: null,
    })
  })

  it("reports that the order's financing was not approved, and suggests no other method", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await simulator.decision(token, { outcome: "decline" })
    await eventually(async () => {
      expect(await getCartStatus(cart.id)).toMatchObject({
        status: "declined",
        message: "The financing of this order was not approved. Nothing was charged.",
        message_code: "order-declined",
        order_id: order.id,
      })
    })
  })

  it("asks the shopper to sign a captured order's contract again (B)", async () => {
    const { cart, order, token } = await createCapturedOrder()
    await simulator.status(token, { status: "B", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await getCartStatus(cart.id)).toMatchObject({
      message: stringMatching(/signed again/),
      order_id: order.id,
    })
  })

  it("contains only the order when another method pays", async () => {
    const { cart } = await createAppliedCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await shop.completeCart(cart.id)
    await eventually(async () => {
      expect(await getCartStatus(cart.id)).toMatchObject({
        status: null,
        message: null,
        order_id: stringMatching(/^order_/),
      })
    })
  })
})

describe("reading the status of a cart's financing", () => {
  const readLastOrderNumber = async (): Promise<number> => {
    const statement = "select last_value from order_display_id_seq"
    const { rows } = await store.call<{ rows: { last_value: string }[] }>(
      "__pg_connection__",
      "raw",
      statement
    )
    return Number(rows[0]?.last_value)
  }

  it("uses no order number, logs no error, and writes no session", async () => {
    const { cart, token, session } = await createAppliedCart()
    await disablePostbacks(token)
    await stopScheduledChecks(cart.id)
    const numberBefore = await readLastOrderNumber()
    const sessionBefore = await getPaymentSession(cart.id)
    for (let index = 0; index < 5; index += 1) await getCartStatus(cart.id)
    expect(await readLastOrderNumber()).toBe(numberBefore)
    expect(await getPaymentSession(cart.id)).toEqual(sessionBefore)
    expect(await readFile(run.storeLogFile, "utf8")).not.toContain(session.id)
    const { id } = await getLatestApplication(cart.id)
    expect((await listTimelineEntries(id)).map(({ what }) => what)).not.toContain(
      "order-not-placed"
    )
  })

  it("schedules no check for a paid order", async () => {
    const { cart, token } = await createPaidOrder()
    await eventually(async () => {
      expect((await simulator.application(token)).orderId).not.toContain(cart.id)
    })
    await stopScheduledChecks(cart.id)
    await getCartStatus(cart.id)
    expect(
      new Date(String((await getLatestApplication(cart.id)).next_check_at)).getTime()
    ).toBeGreaterThan(Date.now() + 60_000)
  })

  it("starts the reconciliation that places the order of a shopper who signed and did not return", async () => {
    const { cart } = await createSignedApplication()
    await stopScheduledChecks(cart.id)
    expect((await getCartStatus(cart.id)).order_id).toBeNull()
    await eventually(async () => {
      expect((await getCartStatus(cart.id)).order_id).toMatch(/^order_/)
    })
  })

  it("works for a cart without financing", async () => {
    const cart = await createCart()
    expect(await getCartStatus(cart.id)).toMatchObject({ status: null, order_id: null })
  })
})
