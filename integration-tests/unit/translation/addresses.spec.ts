import { storefrontOf, toStorefrontAddress } from "../../../src/translation/addresses"

const STOREFRONT = {
  url: "https://shop.example",
  paths: {
    placed: "/{country_code}/order/{order_id}/confirmed",
    open: "/{country_code}/checkout?step=payment&cart={cart_id}",
  },
}
const LANDING = { orderId: "order_1", cartId: "cart_1", countryCode: "us", locale: null }

describe("the storefront address of a landing shopper", () => {
  it("is the order's page when the order exists", () => {
    expect(toStorefrontAddress(LANDING, STOREFRONT)).toBe(
      "https://shop.example/us/order/order_1/confirmed"
    )
  })

  it("is the checkout when there is no order", () => {
    expect(toStorefrontAddress({ ...LANDING, orderId: null }, STOREFRONT)).toBe(
      "https://shop.example/us/checkout?step=payment&cart=cart_1"
    )
  })

  it.each([
    ["es-US", "/{locale}/order/{order_id}", "/es-US/order/order_1"],
    [null, "/{locale}/order/{order_id}", "/order/order_1"],
    [null, "/us/{locale}?lang={locale}", "/us?lang="],
    ["../x", "/{locale}/order", "/..%2Fx/order"],
  ])("fills in the cart's locale %s: %s becomes %s", (locale, placed, path) => {
    const storefront = { ...STOREFRONT, paths: { ...STOREFRONT.paths, placed } }
    expect(toStorefrontAddress({ ...LANDING, locale }, storefront)).toBe(
      `https://shop.example${path}`
    )
  })

  it("is a page of the shop's app when the storefront's URL is an app link", () => {
    const storefront = { ...STOREFRONT, url: "exampleshop://checkout" }
    expect(toStorefrontAddress(LANDING, storefront)).toBe(
      "exampleshop://checkout/us/order/order_1/confirmed"
    )
  })

  it.each([
    "//evil.example",
    "@evil.example",
    "\\evil.example",
    "../../x",
    "us?next=//evil",
    "us#",
  ])("stays within the storefront for the unsafe country code %s (G2)", (countryCode) => {
    const address = new URL(toStorefrontAddress({ ...LANDING, countryCode }, STOREFRONT))
    expect(address.origin).toBe("https://shop.example")
    expect(address.pathname).toMatch(/\/order\/order_1\/confirmed$/)
  })
})

describe("the storefront of a sales channel", () => {
  const { url: storefrontUrl, paths: storefrontPaths } = STOREFRONT
  const options = {
    storefrontUrl,
    storefrontPaths,
    storefronts: {
      sc_outlet: { url: "https://outlet.example", paths: { open: "/pay" } },
      sc_off: { enabled: false, paths: {} },
    },
  }

  it("is its own, with the shop's defaults for missing settings", () => {
    expect(storefrontOf(options, "sc_outlet")).toEqual({
      url: "https://outlet.example",
      paths: { placed: STOREFRONT.paths.placed, open: "/pay" },
    })
  })

  it.each(["sc_off", "sc_other", null, "__proto__", "constructor"])(
    "is the shop's default for a channel without its own: %s",
    (id) => expect(storefrontOf(options, id)).toEqual(STOREFRONT)
  )
})
