import { cents } from "../../../src/domain/money"
import { parseOptions } from "../../../src/options/parse-options"
import {
  hasExclusions,
  readPurchaseFacts,
  toLimits,
  type PurchaseFactsRecord,
} from "../../../src/translation/purchase-facts"
import { portalAddress } from "../../../src/translation/addresses"
import { judgePurchase, type Limits, type Refusal } from "../../../src/domain/judge-purchase"

const options = parseOptions({
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
  storefronts: { sc_outlet: { url: "https://outlet.example" }, sc_trade: { enabled: false } },
})
const { checkout } = options

/** Builds the limits from these checkout settings, in a shop with one storefront. */
const buildLimits = (changes: Partial<typeof checkout>) =>
  toLimits({ checkout: { ...checkout, ...changes }, storefronts: {} })

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

function findRefusal(
  record: PurchaseFactsRecord,
  { state, limits }: { state: string | null; limits: Limits }
): Refusal | null {
  const facts = readPurchaseFacts(record, { total, state, isSetUp: true })
  return judgePurchase({ facts, limits, problems: [], forStaff: false }).refusal
}

describe("the facts of a purchase", () => {
  it("are read from the server's rows, with all parent categories of a product", () => {
    const facts = readPurchaseFacts(CART, { total, isSetUp: true, state: null })
    expect(facts.productIds).toEqual(["prod_sofa", "prod_sofa", "prod_gone"])
    expect(new Set(facts.categoryIds)).toEqual(
      new Set(["pcat_large", "pcat_sofas", "pcat_furniture"])
    )
    expect(facts.customerGroupIds).toEqual(["cusgroup_friends"])
  })

  it("are empty for an item without a product and a guest without a group", () => {
    const facts = readPurchaseFacts(
      { items: [{}], customer: null },
      { total, isSetUp: true, state: null }
    )
    expect(facts).toMatchObject({ productIds: [], categoryIds: [], customerGroupIds: [] })
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
  ])("with the settings %j give the refusal %s", (changes, reason) => {
    const refusal = findRefusal(CART, { state: "NY", limits: buildLimits(changes) })
    expect(refusal?.reason ?? null).toBe(reason)
  })

  it.each([
    ["a gift card line", { is_giftcard: true }],
    ["a gift card product", { product: { id: "prod_card", is_giftcard: true } }],
  ])("are refused for %s when gift cards are excluded", (_name, item) => {
    const cart = { ...CART, items: [...CART.items, item] }
    const findGiftCardRefusal = (excludeGiftCards: boolean) =>
      findRefusal(cart, { state: null, limits: buildLimits({ excludeGiftCards }) })
    expect(findGiftCardRefusal(false)).toBeNull()
    expect(findGiftCardRefusal(true)?.sentence).toMatch(/^Gift cards cannot be financed\./)
  })

  it.each([
    ["sc_outlet", null],
    ["sc_trade", "excluded-sales-channel"],
    ["sc_other", null],
    [null, null],
  ])("in the sales channel %s give the refusal %s", (id, reason) => {
    const limits = toLimits(options)
    expect(hasExclusions(limits)).toBe(true)
    const cart = { ...CART, sales_channel_id: id }
    expect(findRefusal(cart, { state: null, limits })?.reason ?? null).toBe(reason)
  })

  it("need to be read for excluded gift cards and categories, not for a minimum or states", () => {
    expect(hasExclusions(buildLimits({ minimumAmount: 300 }))).toBe(false)
    expect(hasExclusions(buildLimits({ excludedStates: ["CA"] }))).toBe(false)
    expect(hasExclusions(buildLimits({ excludeGiftCards: true }))).toBe(true)
    expect(hasExclusions(buildLimits({ excludedCategoryIds: ["pcat_x"] }))).toBe(true)
  })
})

describe("the portal address of an application", () => {
  it("is the merchant's template with the encoded token, and null without either (E10)", () => {
    const template = "https://portal.example/{token}/view?again={token}"
    expect(portalAddress(template, "../$&?x#")).toBe(
      "https://portal.example/..%2F%24%26%3Fx%23/view?again=..%2F%24%26%3Fx%23"
    )
    expect(portalAddress(null, "token")).toBeNull()
    expect(portalAddress(template, undefined)).toBeNull()
  })
})
