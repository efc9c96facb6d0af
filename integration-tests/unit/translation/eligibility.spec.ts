import { cents } from "../../../src/domain/money"
import { parseOptions } from "../../../src/options/parse-options"
import {
  hasExclusions,
  judgeBuying,
  judgeEligibility,
  readBuying,
  rulesOf,
} from "../../../src/translation/eligibility"
import { portalAddress } from "../../../src/translation/addresses"
import type { Ineligibility } from "../../../src/domain/eligibility"
import { readCart } from "../../../src/translation/cart-to-snapshot"
import { ADDRESS, decorated, line } from "./arbitrary-carts"

const options = parseOptions({
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
  storefronts: { sc_outlet: { url: "https://outlet.example" }, sc_trade: { enabled: false } },
})
const checkout = rulesOf({ ...options, storefronts: {} })

const SOFA = {
  product_id: "prod_sofa",
  product: {
    id: "prod_sofa",
    categories: [{ id: "pcat_large", mpath: "pcat_furniture.pcat_sofas.pcat_large" }, null],
  },
}
const CART = {
  currency_code: "usd",
  items: [SOFA, null, { product_id: null, product: null }, { product_id: "prod_gone" }],
  customer: { groups: [{ id: "cusgroup_friends" }, null] },
}
const total = cents(1_000_00)

describe("what is bought, and by whom", () => {
  it("is read from the server's own rows, with every category above a product's", () => {
    const buying = readBuying(CART, { total, isSetUp: true, state: null })
    expect(buying.productIds).toEqual(["prod_sofa", "prod_sofa", "prod_gone"])
    expect(new Set(buying.categoryIds)).toEqual(
      new Set(["pcat_large", "pcat_sofas", "pcat_furniture"])
    )
    expect(buying.customerGroupIds).toEqual(["cusgroup_friends"])
  })

  it("may be nearly nothing: an item without a product, a guest without a group", () => {
    const buying = readBuying(
      { items: [{}], customer: null },
      { total, isSetUp: true, state: null }
    )
    expect(buying).toMatchObject({ productIds: [], categoryIds: [], customerGroupIds: [] })
  })

  it.each([
    [{ excludedCategoryIds: ["pcat_furniture"] }, "excluded-product"],
    [{ excludedCategoryIds: ["pcat_furn"] }, null],
    [{ excludedProductIds: ["prod_gone"] }, "excluded-product"],
    [{ excludedCustomerGroupIds: ["cusgroup_friends"] }, "excluded-customer-group"],
    [{ excludedStates: ["CA", "NY"] }, "excluded-state"],
    [{ excludedStates: ["CA"] }, null],
    [{ excludeGiftCards: true }, null],
    [{ minimumAmount: 1_000 }, null],
    [{ minimumAmount: 1_000.01 }, "below-minimum"],
    [{ maximumAmount: 999.99 }, "above-maximum"],
  ])("is judged by the merchant's settings in dollars: %j", (changes, reason) => {
    const judged = judgeBuying(CART, {
      total,
      state: "NY",
      checkout: { ...checkout, ...changes },
    })
    expect(judged?.reason ?? null).toBe(reason)
  })

  it.each([
    ["a line of a gift card", { is_giftcard: true }],
    ["a product that is one", { product: { id: "prod_card", is_giftcard: true } }],
  ])("is refused for %s, where gift cards are excluded", (_what, item) => {
    const cart = { ...CART, items: [...CART.items, item] }
    const judge = (excludeGiftCards: boolean) =>
      judgeBuying(cart, { total, state: null, checkout: { ...checkout, excludeGiftCards } })
    expect(judge(false)).toBeNull()
    expect(judge(true)?.sentence).toMatch(/^Gift cards cannot be financed\./)
  })

  it.each([
    ["sc_outlet", null],
    ["sc_trade", "excluded-sales-channel"],
    ["sc_other", null],
    [null, null],
  ])("is refused in a sales channel that it is turned off for alone: %s", (id, reason) => {
    const rules = rulesOf(options)
    expect(hasExclusions(rules)).toBe(true)
    const cart = { ...CART, sales_channel_id: id }
    expect(judgeBuying(cart, { total, state: null, checkout: rules })?.reason ?? null).toBe(reason)
  })

  it("need not be read at all while nothing is excluded", () => {
    expect(hasExclusions({ ...checkout, minimumAmount: 300 })).toBe(false)
    expect(hasExclusions({ ...checkout, excludedStates: ["CA"] })).toBe(false)
    expect(hasExclusions({ ...checkout, excludeGiftCards: true })).toBe(true)
    expect(hasExclusions({ ...checkout, excludedCategoryIds: ["pcat_x"] })).toBe(true)
  })
})

describe("the service's page about an application", () => {
  it("is the merchant's template with the token, which cannot leave its place (E10)", () => {
    const template = "https://portal.example/{token}/view?again={token}"
    expect(portalAddress(template, "../$&?x#")).toBe(
      "https://portal.example/..%2F%24%26%3Fx%23/view?again=..%2F%24%26%3Fx%23"
    )
    expect(portalAddress(null, "token")).toBeNull()
    expect(portalAddress(template, undefined)).toBeNull()
  })
})

const problem = (field: string) => ({ field, sentence: `About ${field}.` })
const judge = (fields: string[], reason: Ineligibility | null = null, isAbroad = false) =>
  judgeEligibility({
    problems: fields.map(problem),
    refusal: reason && { reason, sentence: "Not here." },
    isAbroad,
  })

describe("what a storefront is told of a cart in the checkout", () => {
  it("is that it is ready when nothing is missing", () => {
    expect(judge([])).toEqual({
      isAvailable: true,
      isReady: true,
      missing: [],
      reason: null,
      sentence: null,
    })
  })

  it("is what is still to come, in the order of a checkout, and in sentences", () => {
    expect(
      judge(["shipping_methods", "shipping_address", "email", "shipping_address.city"])
    ).toEqual({
      isAvailable: true,
      isReady: false,
      missing: ["email", "shipping_address", "shipping_method"],
      reason: null,
      sentence:
        "About shipping_methods. About shipping_address. About email. About shipping_address.city.",
    })
  })

  it.each<Ineligibility>(["above-maximum", "excluded-product", "excluded-state", "not-set-up"])(
    "is that it is not available for %s, whatever is still to come",
    (reason) => {
      expect(judge(["shipping_methods"], reason)).toMatchObject({
        isAvailable: false,
        isReady: false,
        missing: [],
        reason,
        sentence: "Not here.",
      })
    }
  )

  it("is that a total is too small once nothing can raise it any more", () => {
    for (const missing of ["shipping_methods", "shipping_address", "items"]) {
      expect(judge([missing], "below-minimum")).toMatchObject({
        isAvailable: true,
        isReady: false,
        reason: "below-minimum",
        sentence: "Not here.",
      })
    }
    for (const missing of [[], ["email"]]) {
      expect(judge(missing, "below-minimum")).toMatchObject({ isAvailable: false, isReady: false })
    }
  })

  it("is that nothing is left to finance when a gift card pays for all of it", () => {
    expect(judge(["total"])).toMatchObject({ isAvailable: false, reason: "nothing-due" })
    expect(judge(["total", "shipping_methods"])).toMatchObject({
      isAvailable: true,
      isReady: false,
      missing: ["shipping_method"],
      reason: "nothing-due",
    })
  })

  it("is that an address abroad is not financed, and that one without a country is unfinished", () => {
    const field = "shipping_address.country_code"
    expect(judge([field], null, true)).toMatchObject({ isAvailable: false, reason: "abroad" })
    expect(judge([field])).toMatchObject({ isAvailable: true, missing: ["shipping_address"] })
  })

  it("names a step for everything that can be wrong with a cart in dollars", () => {
    const items = [line({ requires_shipping: true })]
    const carts = [
      { email: null },
      { shipping_address: null },
      { shipping_address: { ...ADDRESS, city: "", postal_code: "1" } },
      { shipping_address: { ...ADDRESS, address_1: "PO Box 12" } },
      { billing_address: { ...ADDRESS, city: "Albany" } },
      { items: [] },
    ]
    const missing = carts.map((changes) => {
      const reading = readCart({ ...decorated({ items }), ...changes })
      const problems = reading.ok ? [] : reading.problems
      return judgeEligibility({ problems, refusal: null, isAbroad: false }).missing
    })
    expect(missing).toEqual([
      ["email"],
      ["shipping_address"],
      ["shipping_address"],
      ["shipping_address"],
      ["billing_address"],
      ["items"],
    ])
  })
})
