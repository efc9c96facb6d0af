import { eventually } from "../../tooling/clients/eventually"
import { NEW_YORK, createEmail } from "../../tooling/clients/shop-client"
import { createDraftOrder, requestFinancing } from "./financing-request-steps"
import { buildApplicationForm, submitFullApplication } from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  listApplications,
  hoursAgo,
  updateApplication,
} from "./plugin-records"
import {
  sendStoreRequest,
  createPreApprovedCart,
  createCustomer,
  createPhone,
} from "./pre-approval-steps"
import {
  createAppliedCart,
  waitForPaidOrder,
  signApplication,
  createSignedApplication,
} from "./purchase-steps"

const { shop, admin, store, simulator } = createHarness()

const APPLY_AGAIN_OPTIONS = { data: { apply_again: true } }

async function expectOpenApplication(cartId: string): Promise<void> {
  expect((await simulator.findCartApplication(cartId)).status).toBe("P")
}

async function expectCancelled(token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
}

async function createDeclinedCart() {
  const appliedCart = await createAppliedCart()
  await simulator.decision(appliedCart.token, { outcome: "decline" })
  await expectDeclined(appliedCart.cart.id)
  return appliedCart
}

async function expectDeclined(cartId: string): Promise<void> {
  await eventually(async () => {
    expect(await getLatestApplication(cartId)).toMatchObject({ state: "declined", live_key: null })
  })
}

/** A storefront that creates the session again on every render. */
async function renderCheckout(cartId: string, times: number): Promise<unknown[]> {
  const states: unknown[] = []
  for (let index = 0; index < times; index += 1) {
    const { session } = await shop.choosePaymentMethod(cartId)
    states.push([session.status, session.data.status, session.data.url])
  }
  return states
}

const DECLINED_STATE = ["requires_more", "declined", null]

describe("a declined cart", () => {
  it("shows the decline in six renders, and creates no second application", async () => {
    const { cart, token } = await createDeclinedCart()
    const before = await simulator.calls({ operation: "getStatus", token })
    expect(await renderCheckout(cart.id, 6)).toEqual(Array(6).fill(DECLINED_STATE))
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect(await listApplications(cart.id)).toHaveLength(1)
    // The first render removes the session of the open application.
    const after = await simulator.calls({ operation: "getStatus", token })
    expect(after.length - before.length).toBeLessThanOrEqual(1)
    await expectInvariants(cart.id)
  })

  it("with mismatched details shows the decline in six renders, and creates no second application", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "mismatch" })
    await expectDeclined(cart.id)
    expect(await renderCheckout(cart.id, 6)).toEqual(Array(6).fill(DECLINED_STATE))
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })

  it("gets a new application when the shopper sends apply_again: true, which counts once", async () => {
    const { cart } = await createDeclinedCart()
    for (const apply_again of ["true", 1, {}, null]) {
      await shop.choosePaymentMethod(cart.id, { data: { apply_again } })
    }
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    const { session } = await shop.choosePaymentMethod(cart.id, APPLY_AGAIN_OPTIONS)
    expect(session.data).toMatchObject({ status: "awaiting-customer", apply_again: false })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
    await signApplication((await simulator.findCartApplication(cart.id)).tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("gets a new application once the configured hours have passed", async () => {
    const { cart } = await createDeclinedCart()
    await updateApplication((await getLatestApplication(cart.id)).id, {
      declined_at: hoursAgo(24.1),
    })
    await shop.choosePaymentMethod(cart.id)
    await expectOpenApplication(cart.id)
  })

  it.each([
    ["goods", { add: true }],
    ["email", { change: { email: createEmail() } }],
  ])("gets a new application once its %s changed", async (_what, { add, change }: CartChange) => {
    const { cart } = await createDeclinedCart()
    if (add) await shop.addItem(cart.id, { handle: "oak-bookcase", quantity: 1 })
    if (change) await shop.updateCart(cart.id, change)
    await shop.choosePaymentMethod(cart.id)
    await expectOpenApplication(cart.id)
  })

  it("becomes an order when the service reports S after all", async () => {
    const { cart, token } = await createDeclinedCart()
    await renderCheckout(cart.id, 2)
    await simulator.status(token, { status: "S" })
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("refused at creation (null token) gets the same message without a second call", async () => {
    const cart = await createCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
    const firstMessage = await getRefusalMessage(shop.choosePaymentMethod(cart.id))
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toBe(firstMessage)
    const listCreateCalls = async () =>
      (await simulator.calls({ operation: "createOrder" })).filter(({ orderId }) =>
        orderId?.startsWith(cart.id)
      )
    expect(await listCreateCalls()).toHaveLength(1)
    await getRefusalMessage(shop.choosePaymentMethod(cart.id, APPLY_AGAIN_OPTIONS))
    expect(await listCreateCalls()).toHaveLength(2)
  })

  it("of the shop's own form shows the decline in the hosted flow too, until apply_again: true", async () => {
    const cart = await createCart({ address: { last_name: "Declined" } })
    const { id } = await submitFullApplication(cart.id)
    await expectDeclined(cart.id)
    expect((await submitFullApplication(cart.id)).id).toBe(id)
    expect(await renderCheckout(cart.id, 3)).toEqual(Array(3).fill(DECLINED_STATE))
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    const secondApplication = await submitFullApplication(cart.id, {
      ...buildApplicationForm(),
      apply_again: true,
    })
    expect(secondApplication.id).not.toBe(id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
  })

  it("of a pre-approval shows the decline in six renders, and creates no hosted application", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    await simulator.decision(token, { outcome: "decline" })
    await expectDeclined(cart.id)
    expect(await renderCheckout(cart.id, 6)).toEqual(Array(6).fill(DECLINED_STATE))
    expect(await listApplications(cart.id)).toHaveLength(1)
  })

  it("of a draft order shows staff the decline, and is requested again with apply_again: true", async () => {
    const orderId = await createDraftOrder()
    const first = await requestFinancing(orderId)
    await simulator.decision((await simulator.findCartApplication(orderId)).tip, {
      outcome: "decline",
    })
    await expectDeclined(orderId)
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(
      /has just declined.*Nothing was/
    )
    expect(await simulator.listCartApplications(orderId)).toHaveLength(1)
    const secondApplication = await requestFinancing(orderId, { apply_again: true })
    expect(secondApplication.id).not.toBe(first.id)
  })
})

type CartChange = { add?: boolean; change?: Record<string, unknown> }

describe("a contact that is corrected before the signature", () => {
  it.each([
    ["email", () => ({ email: createEmail() })],
    ["phone", () => ({ shipping_address: { ...NEW_YORK, phone: "2125550199" } })],
  ])("replaces and cancels the application when the %s changed", async (_what, buildChange) => {
    const { cart, token } = await createAppliedCart()
    await shop.updateCart(cart.id, buildChange())
    await shop.choosePaymentMethod(cart.id)
    await expectCancelled(token)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
    await shop.choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
    await signApplication((await simulator.findCartApplication(cart.id)).tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("keeps an application that is already signed at the service", async () => {
    const { cart, token } = await createSignedApplication()
    await shop.updateCart(cart.id, { email: createEmail() })
    await shop.choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    expect((await simulator.application(token)).cancelCount).toBe(0)
    await expectInvariants(cart.id)
  })

  it("in the shop's own form replaces and cancels the application", async () => {
    const cart = await createCart()
    const buildForm = (cell_phone: string) => buildApplicationForm({ personal: { cell_phone } })
    const [wrongPhone, correctedPhone] = [createPhone(), createPhone()]
    const first = await submitFullApplication(cart.id, buildForm(wrongPhone))
    const { tip } = await simulator.findCartApplication(cart.id)
    expect((await submitFullApplication(cart.id, buildForm(wrongPhone))).id).toBe(first.id)
    // The cart's own phone differs from the form's, and did not change.
    await shop.choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    const second = await submitFullApplication(cart.id, buildForm(correctedPhone))
    expect(second.id).not.toBe(first.id)
    await expectCancelled(tip)
    expect((await submitFullApplication(cart.id, buildForm(correctedPhone))).id).toBe(second.id)
  })

  it("of a pre-approved shopper replaces the application with a hosted one", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    await shop.updateCart(cart.id, { email: createEmail() })
    await shop.choosePaymentMethod(cart.id)
    await expectCancelled(token)
    expect((await getLatestApplication(cart.id)).kind).toBe("hosted")
  })

  it("of a draft order replaces and cancels the financing request", async () => {
    const orderId = await createDraftOrder()
    const first = await requestFinancing(orderId)
    const { tip } = await simulator.findCartApplication(orderId)
    expect((await requestFinancing(orderId)).id).toBe(first.id)
    await admin.adminApi.post(`/admin/draft-orders/${orderId}`, { email: createEmail() })
    expect((await requestFinancing(orderId)).id).not.toBe(first.id)
    await expectCancelled(tip)
  })
})

describe("a payment session whose amount is updated in place", () => {
  const updateSession = async (
    session: { id: string; data: object },
    amount: number,
    currency = "usd"
  ) =>
    await store.call<{ amount: number; status: string; data: Record<string, unknown> }>(
      "payment",
      "updatePaymentSession",
      { id: session.id, data: session.data, amount, currency_code: currency }
    )

  it("gets a new application for the cart's new total, and the old one is cancelled", async () => {
    const { cart, token, session } = await createAppliedCart()
    const [item] = (await shop.getCart(cart.id)).items ?? []
    // Not by core's workflow, which would remove the session.
    await store.call("cart", "updateLineItems", item?.id, { quantity: 2 })
    const { total } = await shop.getCart(cart.id)
    const updatedSession = await updateSession(session, total)
    const application = await simulator.findCartApplication(cart.id)
    expect(Math.abs(application.loanAmount - total)).toBeLessThan(0.0051)
    expect(updatedSession).toMatchObject({ status: "pending", data: { url: application.url } })
    await expectCancelled(token)
    await signApplication(application.tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is refused with a message and stays unchanged when the amount is not the cart's total", async () => {
    const { cart, session } = await createAppliedCart()
    const { total } = await shop.getCart(cart.id)
    await expect(updateSession(session, total - 100)).rejects.toThrow(/cart has just changed/)
    await expect(updateSession(session, total, "eur")).rejects.toThrow(/US dollars only/)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    const [storedSession] = await store.call<{ amount: number }[]>(
      "payment",
      "listPaymentSessions",
      {
        id: session.id,
      }
    )
    expect(Number(storedSession?.amount)).toBe(total)
    expect(await updateSession(session, total)).toMatchObject({ data: { url: session.data.url } })
  })
})

describe("a guest who types the email address of an account", () => {
  const listOpenApplications = async (headers: Record<string, string>) => {
    const answer = await sendStoreRequest("customers/me/applications", { headers })
    return ((await answer.json()) as { applications: { cart_id: string }[] }).applications
  }

  it("creates an application that the account's owner cannot list", async () => {
    const customer = await createCustomer()
    const cart = await shop.createCart({ email: customer.email })
    await shop.choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect(await listOpenApplications(customer.headers)).toEqual([])
  })

  it("does not hide the applications that the owner opened while logged in", async () => {
    const customer = await createCustomer()
    const cart = await customer.shop.createCart({ email: customer.email })
    await customer.shop.choosePaymentMethod(cart.id)
    const formCart = await customer.shop.createCart({ email: customer.email })
    await submitFullApplication(formCart.id, buildApplicationForm(), customer.shop)
    expect((await listOpenApplications(customer.headers)).map(({ cart_id }) => cart_id)).toEqual([
      formCart.id,
      cart.id,
    ])
  })
})
