import { createHarness } from "./harness"
import { getRefusalMessage } from "./money-steps"
import { listApplications } from "./plugin-records"
import type { Address, CartOptions } from "../../tooling/clients/shop-client"

const { shop, simulator } = createHarness()

/** Returns the message of the refusal. Nothing is sent to the service, and nothing is stored. */
async function getFinancingRefusal(options: CartOptions): Promise<string> {
  const cart = await shop.createCart(options)
  const message = await getRefusalMessage(shop.choosePaymentMethod(cart.id))
  const orderId = `${cart.id}-1`
  expect(await simulator.calls({ operation: "createOrder", orderId })).toEqual([])
  expect(await listApplications(cart.id)).toEqual([])
  await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
  return message
}

const ADDRESSES: [string, Partial<Address>, RegExp][] = [
  ["without a first name", { first_name: "" }, /first name/],
  ["without a last name", { last_name: " " }, /last name/],
  ["with a first name without letters", { first_name: "123" }, /first name/],
  ["without a street", { address_1: "" }, /street/],
  ["without a city", { city: "" }, /city/],
  ["without a state", { province: "" }, /state/],
  ["with an unknown state (F6)", { province: "Atlantis" }, /state/],
  ["without a zip code", { postal_code: "" }, /zip code/],
  ["with a four-digit zip code (F5)", { postal_code: "1011" }, /zip code/],
  ["with a Canadian postal code (F5)", { postal_code: "K1A 0B1" }, /zip code/],
  ["with a PO box (F8)", { address_1: "P.O. Box 512" }, /PO box/],
  ["with a PO box on the second address line (F8)", { address_2: "PO Box 7" }, /PO box/],
]

describe("Choosing financing is refused before any call to the service for a cart", () => {
  it.each(ADDRESSES)("%s", async (_, address, messagePattern) => {
    expect(await getFinancingRefusal({ address })).toMatch(messagePattern)
  })

  it("in a currency other than US dollars (F3)", async () => {
    const address = { country_code: "de", province: "BE", postal_code: "10115", city: "Berlin" }
    expect(await getFinancingRefusal({ currency: "eur", address })).toMatch(/US dollars only/)
  })

  it("with a billing address in another country (F3)", async () => {
    const billingAddress = { country_code: "de", city: "Berlin", postal_code: "10115" }
    expect(await getFinancingRefusal({ billingAddress })).toMatch(
      /billing address has to be the same/
    )
  })

  it("with a billing street that differs from the shipping street (F9)", async () => {
    const billingAddress = { address_1: "1 Elsewhere Street" }
    expect(await getFinancingRefusal({ billingAddress })).toMatch(
      /billing address has to be the same/
    )
  })

  it("with an empty city and an invalid zip code, and the message names both", async () => {
    const message = await getFinancingRefusal({ address: { city: "", postal_code: "1" } })
    expect(message).toMatch(/city/)
    expect(message).toMatch(/zip code/)
  })

  it("without an address", async () => {
    const cart = await shop.createCart({ delivery: null })
    const created = await shop.storeApi.post<{ cart: { id: string } }>("/store/carts", {
      region_id: cart.region_id,
      email: "nobody@shop.example",
      items: [{ variant_id: cart.items?.[0]?.variant_id, quantity: 1 }],
    })
    expect(await getRefusalMessage(shop.choosePaymentMethod(created.cart.id))).toMatch(/address/)
    expect(await listApplications(created.cart.id)).toEqual([])
  })

  it("without an e-mail address", async () => {
    const cart = await shop.createCart()
    const created = await shop.storeApi.post<{ cart: { id: string } }>("/store/carts", {
      region_id: cart.region_id,
      items: [{ variant_id: cart.items?.[0]?.variant_id, quantity: 1 }],
      shipping_address: { ...cart.shipping_address, id: undefined, customer_id: undefined },
    })
    expect(await getRefusalMessage(shop.choosePaymentMethod(created.cart.id))).toMatch(/e-mail/)
    expect(await listApplications(created.cart.id)).toEqual([])
  })
})

describe("Choosing financing is accepted for a cart", () => {
  it.each<[string, CartOptions]>([
    [
      "with a zip+4 code and a spelled-out state",
      { address: { postal_code: "10118-0110", province: "new york" } },
    ],
    ["with a street called Box Canyon Rd", { address: { address_1: "12 Box Canyon Rd" } }],
    ["with a foreign phone number (F7)", { address: { phone: "+49 30 1234567" } }],
    [
      "with a billing address that differs only in case and punctuation",
      { billingAddress: { address_1: "350 FIFTH avenue." } },
    ],
    ["with accents in the name (F10)", { address: { first_name: "Zoë", last_name: "Núñez" } }],
  ])("%s", async (_, options) => {
    const cart = await shop.createCart(options)
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect((await simulator.findCartApplication(cart.id)).customer.zip).toBe("10118")
  })
})
