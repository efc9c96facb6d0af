import { eventually } from "../../tooling/clients/eventually"
import { createDraftOrder, requestFinancing } from "./financing-request-steps"
import { buildApplicationForm, submitFullApplication } from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, listApplications } from "./plugin-records"
import { get } from "./postback-steps"
import {
  createApprovedGuest,
  sendStoreRequest,
  attachPreApproval,
  createCustomer,
} from "./pre-approval-steps"
import {
  createAppliedCart,
  waitForOrder,
  waitForPaidOrder,
  signApplication,
  disablePostbacks,
} from "./purchase-steps"
import { getHttpRefusal, createSettingsClient } from "./setting-steps"
import { type CartOptions, NEW_YORK, createEmail } from "../../tooling/clients/shop-client"

const { shop, admin, store, simulator } = createHarness()
const settings = createSettingsClient(admin.adminApi)

type Eligibility = {
  is_available: boolean
  is_ready: boolean
  missing: string[]
  reason: string | null
  sentence: string | null
}

const getEligibility = async (cartId: string): Promise<Eligibility> =>
  (
    await shop.storeApi.get<{ eligibility: Eligibility }>(
      `/store/consumer-financing/carts/${cartId}/eligibility`
    )
  ).eligibility

const READY_ELIGIBILITY = {
  is_available: true,
  is_ready: true,
  missing: [],
  reason: null,
  sentence: null,
}

/** Expects a refusal before any call, as a payment session and in the shop's own form. */
async function expectFinancingRefused(cartId: string, message: string): Promise<void> {
  expect(await getRefusalMessage(shop.choosePaymentMethod(cartId))).toContain(message)
  const formRefusal = await getHttpRefusal(submitFullApplication(cartId))
  expect([formRefusal.status, JSON.stringify(formRefusal.body)]).toEqual([
    400,
    expect.stringContaining(message),
  ])
  expect(await listApplications(cartId)).toEqual([])
  expect(await simulator.listCartApplications(cartId)).toEqual([])
}

const SAN_JUAN = {
  address_1: "151 Calle Fortaleza",
  city: "San Juan",
  province: "",
  postal_code: "00901",
  country_code: "pr",
}

describe("a shopper in Puerto Rico, a country of its own in Medusa", () => {
  const cartOptions: CartOptions = { address: SAN_JUAN }

  it("finances on the hosted page, and lands on the order page of their country", async () => {
    const { cart, token, applied } = await createAppliedCart(cartOptions)
    expect(applied.customer).toMatchObject({ city: "San Juan", state: "PR", zip: "00901" })
    await disablePostbacks(token)
    await signApplication(token)
    const { headers, text } = await get(String(applied.returnUrl))
    const order = await waitForOrder(cart.id)
    expect(`${headers.get("location")} ${text}`).toContain(`/pr/order/${order.id}/confirmed`)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is eligible, applies in the shop's own form, and has the state PR in the address check", async () => {
    const cart = await createCart(cartOptions)
    expect(await getEligibility(cart.id)).toMatchObject(READY_ELIGIBILITY)
    await submitFullApplication(cart.id)
    const { customer, tip } = await simulator.findCartApplication(cart.id)
    expect(customer.state).toBe("PR")
    const { id } = await getLatestApplication(cart.id)
    await admin.adminApi.post(
      `/admin/consumer-financing/applications/${id}/address-status`,
      undefined
    )
    const [call] = await simulator.calls({ operation: "getAddressStatus", token: tip })
    expect(call?.request).toMatchObject({ residenceInfo: { state: "PR", zip: "00901" } })
  })

  it("uses a pre-approval, and receives a financing request for a draft order", async () => {
    const { claim } = await createApprovedGuest()
    const cart = await createCart(cartOptions)
    await attachPreApproval(cart.id, claim)
    await shop.choosePaymentMethod(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ kind: "pre-approval" })
    const orderId = await createDraftOrder({ address: SAN_JUAN })
    await requestFinancing(orderId)
    expect((await simulator.findCartApplication(orderId)).customer.state).toBe("PR")
  })

  it("has the state PR when the shop writes it as a state of the US", async () => {
    const cart = await createCart({
      address: { ...SAN_JUAN, country_code: "us", province: "us-pr" },
      billingAddress: SAN_JUAN,
    })
    await shop.choosePaymentMethod(cart.id)
    expect((await simulator.findCartApplication(cart.id)).customer.state).toBe("PR")
  })
})

describe("a cart that core could not complete", () => {
  const SHIPPING_MESSAGE = "Choose a shipping method first."

  it("gets no application without a shipping method", async () => {
    const cart = await shop.createCart({ delivery: null })
    await expectFinancingRefused(cart.id, SHIPPING_MESSAGE)
    expect(await getEligibility(cart.id)).toMatchObject({
      is_available: true,
      is_ready: false,
      missing: ["shipping_method"],
      sentence: SHIPPING_MESSAGE,
    })
  })

  it("names the item whose shipping profile has no method (freight item and parcel)", async () => {
    const { shipping_profile } = await admin.adminApi.post<{ shipping_profile: { id: string } }>(
      "/admin/shipping-profiles",
      { name: `Pianos ${Date.now()}`, type: "heavy" }
    )
    const items = ["reading-lamp", "walnut-desk"].map((handle) => ({ handle, quantity: 3 }))
    const cart = await shop.createCart({ items })
    const [desk] = await store.queryGraph<{ id: string; shipping_profile: { id: string } }>({
      entity: "product",
      fields: ["id", "shipping_profile.id"],
      filters: { handle: "walnut-desk" },
    })
    const path = `/admin/products/${desk?.id}`
    await admin.adminApi.post(path, { shipping_profile_id: shipping_profile.id })
    try {
      const message = "Choose a shipping method for Walnut Desk."
      await expectFinancingRefused(cart.id, message)
      expect(await getEligibility(cart.id)).toMatchObject({
        is_ready: false,
        missing: ["shipping_method"],
        sentence: message,
      })
      // Core refuses to complete the cart for the same reason.
      await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
      expect(await getRefusalMessage(shop.completeCart(cart.id))).toMatch(/shipping profiles/)
    } finally {
      await admin.adminApi.post(path, { shipping_profile_id: desk?.shipping_profile.id })
    }
    expect((await shop.choosePaymentMethod(cart.id)).session.data).toMatchObject({
      status: "awaiting-customer",
    })
  })

  it("needs no shipping method for goods without shipping, and uses the billing address", async () => {
    const cart = await shop.createCart({
      items: [{ handle: "protection-plan", quantity: 3 }],
      delivery: null,
    })
    await shop.updateCart(cart.id, { billing_address: { ...NEW_YORK, ...SAN_JUAN } })
    const statement = "update cart set shipping_address_id = null where id = :id"
    await store.call("__pg_connection__", "raw", statement, { id: cart.id })
    expect(await getEligibility(cart.id)).toMatchObject(READY_ELIGIBILITY)
    await shop.choosePaymentMethod(cart.id)
    const { tip, customer, returnUrl } = await simulator.findCartApplication(cart.id)
    expect(customer.state).toBe("PR")
    await disablePostbacks(tip)
    await signApplication(tip)
    const { text } = await get(String(returnUrl))
    const order = await waitForOrder(cart.id)
    expect(text).toContain(`/pr/order/${order.id}/confirmed`)
    await expectInvariants(cart.id)
  })
})

describe("a guest whose e-mail address has an account", () => {
  it("can check eligibility, and has to log in for personal data", async () => {
    const { email, headers } = await createCustomer()
    const cart = await shop.createCart({ email })
    expect(await getEligibility(cart.id)).toMatchObject(READY_ELIGIBILITY)
    const { claim } = await createApprovedGuest()
    const personalRequests: [string, unknown][] = [
      [`carts/${cart.id}/applications`, buildApplicationForm()],
      [`carts/${cart.id}/applications/current`, undefined],
      [`carts/${cart.id}/applications/finapp_1/offers/101/select`, {}],
      [`carts/${cart.id}/pre-approval`, { claim }],
      [`carts/${cart.id}/pre-approval`, undefined],
    ]
    for (const [path, body] of personalRequests) {
      const response = await sendStoreRequest(path, { body })
      expect([response.status, await response.json()]).toEqual([
        401,
        {
          type: "unauthorized",
          message:
            "This e-mail address has an account in this shop. Please log in to go on, or use another e-mail address.",
        },
      ])
    }
    expect(await listApplications(cart.id)).toEqual([])
    expect(
      (await sendStoreRequest(`carts/${cart.id}/applications/current`, { headers })).status
    ).toBe(200)
    expect((await shop.choosePaymentMethod(cart.id)).session.data).toMatchObject({
      status: "awaiting-customer",
    })
  })
})

describe("a cart whose wording changes after the application", () => {
  const countApplications = async (cartId: string) =>
    (await simulator.listCartApplications(cartId)).length

  it("keeps its application when its titles are translated, and becomes the order", async () => {
    const { cart, token } = await createAppliedCart({
      items: [
        { handle: "reading-lamp", quantity: 3 },
        { handle: "oak-bookcase", quantity: 1 },
      ],
    })
    await disablePostbacks(token)
    await signApplication(token)
    const titles = ["Librería de roble", "Lámpara de lectura"]
    const lines = (cart.items ?? []).map(({ id }, index) => ({ id, title: titles[index] }))
    await store.call("cart", "updateLineItems", lines)
    await shop.choosePaymentMethod(cart.id)
    expect(await countApplications(cart.id)).toBe(1)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("keeps its application for changed case and dots in the address, and not for another street number", async () => {
    const shippingAddress = { ...NEW_YORK, address_1: "100 congress ave." }
    const { cart, token } = await createAppliedCart({ address: shippingAddress })
    const updateAddress = (changes: object) =>
      shop.updateCart(cart.id, { shipping_address: { ...shippingAddress, ...changes } })
    await updateAddress({ address_1: "100 Congress Ave", first_name: "DANA" })
    await shop.choosePaymentMethod(cart.id)
    expect((await simulator.findCartApplication(cart.id)).tip).toBe(token)
    expect(await countApplications(cart.id)).toBe(1)
    await updateAddress({ address_1: "102 Congress Ave" })
    await shop.choosePaymentMethod(cart.id)
    expect((await simulator.findCartApplication(cart.id)).tip).not.toBe(token)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O" })
    })
  })
})

describe("the customer data that the service receives", () => {
  it("includes a phone from the billing address alone, and a street of any length", async () => {
    const street = `${"350 Fifth Avenue, the building with the tall antenna, ".repeat(4)}NY`
    const { applied } = await createAppliedCart({
      address: { phone: "", address_1: street },
      billingAddress: { phone: "212-555-0143" },
    })
    expect(applied.customer).toMatchObject({ cellPhone: "2125550143", street })
  })

  it.each(["tom&jerry", "o!neil", "josé"])(
    "includes a draft's e-mail address %s@…",
    async (name) => {
      const email = createEmail().replace(/^shopper/, name)
      const orderId = await createDraftOrder()
      await store.call("order", "updateOrders", orderId, { email })
      await requestFinancing(orderId)
      expect((await simulator.findCartApplication(orderId)).customer.email).toBe(email)
    }
  )

  it("leads to a message that names what to check when the service refuses it", async () => {
    const orderId = await createDraftOrder()
    const fault = { kind: "status", status: 422 } as const
    await simulator.fault({
      operation: "createVirtualCart",
      ...fault,
      match: { orderId: `${orderId}-1` },
    })
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(
      /refused the request .*Check the customer's name, e-mail, phone and address/
    )
    const cart = await createCart()
    await simulator.fault({
      operation: "createOrder",
      ...fault,
      match: { orderId: `${cart.id}-1` },
    })
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toBe(
      "Financing could not be arranged with these details. Please check your name, address, e-mail and phone, or pay another way."
    )
  })
})

describe("financing during the checkout", () => {
  afterEach(() =>
    settings.updateSettings({
      excluded_states: null,
      exclude_gift_cards: null,
      minimum_amount: null,
    })
  )

  it("is available from the start, and lists what is missing", async () => {
    const { region_id, items } = await createCart({
      items: [{ handle: "reading-lamp", quantity: 1 }],
    })
    const lampItem = { variant_id: items?.[0]?.variant_id, quantity: 1 }
    const { cart } = await shop.storeApi.post<{ cart: { id: string } }>("/store/carts", {
      region_id,
      items: [lampItem],
    })
    const readEligibility = () => getEligibility(cart.id)
    expect(await readEligibility()).toMatchObject({
      is_available: true,
      is_ready: false,
      missing: ["email", "shipping_address", "shipping_method"],
    })
    await shop.updateCart(cart.id, {
      email: createEmail(),
      shipping_address: { ...NEW_YORK, postal_code: "1" },
    })
    expect(await readEligibility()).toMatchObject({
      missing: ["shipping_address", "shipping_method"],
      sentence: expect.stringContaining("zip code") as string,
    })
    await shop.updateCart(cart.id, { shipping_address: NEW_YORK })
    // $166.67 plus tax is below the minimum, and with delivery it is not.
    await settings.updateSettings({ minimum_amount: 200 })
    expect(await readEligibility()).toMatchObject({
      is_available: true,
      is_ready: false,
      missing: ["shipping_method"],
      reason: "below-minimum",
    })
    const { shipping_options } = await shop.storeApi.get<{ shipping_options: { id: string }[] }>(
      `/store/shipping-options?cart_id=${cart.id}`
    )
    await shop.storeApi.post(`/store/carts/${cart.id}/shipping-methods`, {
      option_id: shipping_options[0]?.id,
    })
    expect(await readEligibility()).toMatchObject(READY_ELIGIBILITY)
    await settings.updateSettings({ minimum_amount: 2_000 })
    expect(await readEligibility()).toMatchObject({
      is_available: false,
      missing: [],
      reason: "below-minimum",
    })
    expect((await getHttpRefusal(getEligibility("cart_of_nobody"))).status).toBe(404)
  })

  it("is not available in an excluded state, to the shopper or to staff", async () => {
    const [newYorkCart, oregonCart] = [
      await createCart(),
      await createCart({ address: { province: "OR" } }),
    ]
    await settings.updateSettings({ excluded_states: ["ny", "CA"] })
    expect((await settings.getSettings()).values.excluded_states).toEqual(["NY", "CA"])
    const message = "not available for addresses in your state"
    expect(await getEligibility(newYorkCart.id)).toMatchObject({
      is_available: false,
      reason: "excluded-state",
    })
    await expectFinancingRefused(newYorkCart.id, message)
    expect(await getEligibility(oregonCart.id)).toMatchObject(READY_ELIGIBILITY)
    expect(await getRefusalMessage(requestFinancing(await createDraftOrder()))).toContain(
      "state of its address"
    )
    const refusal = await getHttpRefusal(settings.updateSettings({ excluded_states: ["Atlantis"] }))
    expect(refusal.status).toBe(400)
    expect(JSON.stringify(refusal.body)).toContain("has to be a US state")
  })

  it("is not available for gift cards when the merchant excludes them", async () => {
    const cart = await shop.createCart()
    const lines = (cart.items ?? []).map(({ id }) => ({ id, is_giftcard: true }))
    await store.call("cart", "updateLineItems", lines)
    expect(await getEligibility(cart.id)).toMatchObject(READY_ELIGIBILITY)
    await settings.updateSettings({ exclude_gift_cards: true })
    expect(await getEligibility(cart.id)).toMatchObject({
      is_available: false,
      reason: "excluded-gift-card",
    })
    await expectFinancingRefused(cart.id, "Gift cards cannot be financed.")
  })

  it("is not available for an address abroad", async () => {
    const cart = await shop.createCart({ delivery: null })
    await store.call("cart", "updateCarts", cart.id, {
      shipping_address: { ...NEW_YORK, country_code: "ca" },
    })
    expect(await getEligibility(cart.id)).toMatchObject({ is_available: false, reason: "abroad" })
  })
})
