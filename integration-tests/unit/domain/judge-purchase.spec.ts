import fc from "fast-check"
import {
  type PurchaseFacts,
  type CartEligibility,
  describeForStaff,
  describeIneligibility,
  findIneligibility,
  judgePurchase,
  type Limits,
  toEligibility,
} from "../../../src/domain/judge-purchase"
import { cents } from "../../../src/domain/money"
import { INELIGIBILITIES, type Ineligibility } from "../../../src/domain/problem"
import { type CartRecord, readCart } from "../../../src/translation/cart-to-snapshot"
import { ADDRESS, decorateCart, buildLine } from "../translation/arbitrary-carts"

const NO_LIMITS: Limits = {
  minimum: null,
  maximum: null,
  excludedProductIds: [],
  excludedCategoryIds: [],
  excludedCustomerGroupIds: [],
  excludedStates: [],
  excludeGiftCards: false,
  excludedSalesChannelIds: [],
}
const FACTS: PurchaseFacts = {
  isSetUp: true,
  currencyCode: "usd",
  total: cents(1_000_00),
  productIds: ["prod_sofa"],
  categoryIds: ["pcat_sofas", "pcat_furniture"],
  customerGroupIds: ["cusgroup_friends"],
  holdsGiftCard: false,
  salesChannelId: "sc_main",
  state: "NY",
}

const anyAmount = fc.integer({ min: 1, max: 1_000_000_00 }).map(cents)
const anyIds = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 4 })

describe("the limits of a shop", () => {
  it("accept any amount in dollars when none is set", () => {
    fc.assert(
      fc.property(anyAmount, anyIds, anyIds, (total, productIds, customerGroupIds) => {
        const facts = { ...FACTS, total, productIds, customerGroupIds }
        expect(findIneligibility(facts, NO_LIMITS)).toBeNull()
      })
    )
  })

  it("accept exactly the totals from the minimum to the maximum", () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, (total, first, second) => {
        const [minimum, maximum] = first < second ? [first, second] : [second, first]
        const ineligibility = findIneligibility(
          { ...FACTS, total },
          { ...NO_LIMITS, minimum, maximum }
        )
        const expected =
          total < minimum ? "below-minimum" : total > maximum ? "above-maximum" : null
        expect(ineligibility).toBe(expected)
      })
    )
  })

  it("reject a purchase with one excluded product, category or customer group", () => {
    fc.assert(
      fc.property(
        fc.tuple(anyIds, anyIds, anyIds),
        fc.tuple(anyIds, anyIds, anyIds),
        (purchaseIds, excludedIds) => {
          const [productIds, categoryIds, customerGroupIds] = purchaseIds
          const [products, categories, groups] = excludedIds
          const ineligibility = findIneligibility(
            { ...FACTS, productIds, categoryIds, customerGroupIds },
            {
              ...NO_LIMITS,
              excludedProductIds: products,
              excludedCategoryIds: categories,
              excludedCustomerGroupIds: groups,
            }
          )
          const haveOverlap = (left: string[], right: string[]) =>
            new Set([...left, ...right]).size < new Set(left).size + new Set(right).size
          const expected =
            haveOverlap(productIds, products) || haveOverlap(categoryIds, categories)
              ? "excluded-product"
              : haveOverlap(customerGroupIds, groups)
                ? "excluded-customer-group"
                : null
          expect(ineligibility).toBe(expected)
        }
      )
    )
  })

  it("reject gift cards and excluded states when the merchant excludes them", () => {
    const giftCardFacts = { ...FACTS, holdsGiftCard: true }
    expect(findIneligibility(giftCardFacts, NO_LIMITS)).toBeNull()
    expect(findIneligibility(giftCardFacts, { ...NO_LIMITS, excludeGiftCards: true })).toBe(
      "excluded-gift-card"
    )
    const limits = { ...NO_LIMITS, excludeGiftCards: true, excludedStates: ["CA", "NY"] }
    expect(findIneligibility(FACTS, limits)).toBe("excluded-state")
    expect(findIneligibility({ ...FACTS, state: "OR" }, limits)).toBeNull()
    // The cart has no address yet.
    expect(findIneligibility({ ...FACTS, state: null }, limits)).toBeNull()
  })

  it("reject another currency, and every purchase before the shop is set up", () => {
    expect(findIneligibility({ ...FACTS, currencyCode: "EUR" }, NO_LIMITS)).toBe("currency")
    expect(findIneligibility({ ...FACTS, currencyCode: "USD" }, NO_LIMITS)).toBeNull()
    expect(findIneligibility({ ...FACTS, isSetUp: false }, NO_LIMITS)).toBe("not-set-up")
  })

  it.each(INELIGIBILITIES)(
    "describe %s in one sentence for shoppers and one for staff",
    (reason) => {
      const limits = { minimum: cents(300_00), maximum: cents(5_000_00) }
      const sentences = [describeIneligibility(reason, limits), describeForStaff(reason, limits)]
      for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^_]*\.$/)
      const [shopperSentence, staffSentence] = sentences
      if (reason === "below-minimum") expect(shopperSentence).toContain("$300.00 or more")
      if (reason === "below-minimum")
        expect(staffSentence).toContain("below the minimum of $300.00")
      if (reason === "above-maximum") expect(shopperSentence).toContain("up to $5,000.00")
      if (reason === "above-maximum")
        expect(staffSentence).toContain("above the maximum of $5,000.00")
    }
  )
})

function getCartEligibility(changes: Partial<CartRecord>): CartEligibility {
  const items = [buildLine({ requires_shipping: true })]
  const reading = readCart({ ...decorateCart({ items }), ...changes })
  const problems = reading.ok ? [] : reading.problems
  return toEligibility(
    judgePurchase({ facts: FACTS, limits: NO_LIMITS, problems, forStaff: false })
  )
}

const buildProblem = (field: string) => ({ field, sentence: `About ${field}.` })
const getEligibility = (fields: string[], reason: Ineligibility | null = null) =>
  toEligibility({
    problems: fields.map(buildProblem),
    refusal: reason && { reason, sentence: "Not here." },
  })

describe("the eligibility of a cart", () => {
  it("is ready when nothing is missing", () => {
    expect(getEligibility([])).toEqual({
      is_available: true,
      is_ready: true,
      missing: [],
      reason: null,
      sentence: null,
    })
  })

  it("lists what is missing in the order of a checkout, with a message", () => {
    expect(
      getEligibility(["shipping_methods", "shipping_address", "email", "shipping_address.city"])
    ).toEqual({
      is_available: true,
      is_ready: false,
      missing: ["email", "shipping_address", "shipping_method"],
      reason: null,
      sentence:
        "About shipping_methods. About shipping_address. About email. About shipping_address.city.",
    })
  })

  it.each<Ineligibility>(["above-maximum", "excluded-product", "excluded-state", "not-set-up"])(
    "is unavailable for %s, whatever is missing",
    (reason) => {
      expect(getEligibility(["shipping_methods"], reason)).toMatchObject({
        is_available: false,
        is_ready: false,
        missing: [],
        reason,
        sentence: "Not here.",
      })
    }
  )

  it("is unavailable below the minimum only when no missing step can raise the total", () => {
    for (const missing of ["shipping_methods", "shipping_address", "items"]) {
      expect(getEligibility([missing], "below-minimum")).toMatchObject({
        is_available: true,
        is_ready: false,
        reason: "below-minimum",
        sentence: "Not here.",
      })
    }
    for (const missing of [[], ["email"]]) {
      expect(getEligibility(missing, "below-minimum")).toMatchObject({
        is_available: false,
        is_ready: false,
      })
    }
  })

  it("is unavailable for a total of zero, unless a shipping method is still missing", () => {
    expect(getEligibility(["total"], "nothing-due")).toMatchObject({ is_available: false })
    expect(getEligibility(["total", "shipping_methods"], "nothing-due")).toMatchObject({
      is_available: true,
      is_ready: false,
      missing: ["shipping_method"],
      reason: "nothing-due",
    })
  })

  it("is unavailable for a foreign address, and lists an address without a country as missing", () => {
    const foreignCart = getCartEligibility({ shipping_address: { ...ADDRESS, country_code: "ca" } })
    expect(foreignCart).toMatchObject({ is_available: false, reason: "abroad" })
    const countrylessCart = getCartEligibility({
      shipping_address: { ...ADDRESS, country_code: null },
    })
    expect(countrylessCart).toMatchObject({ is_available: true, missing: ["shipping_address"] })
  })

  it("names the checkout step for each problem of a cart", () => {
    const carts = [
      { email: null },
      { shipping_address: null },
      { shipping_address: { ...ADDRESS, city: "", postal_code: "1" } },
      { shipping_address: { ...ADDRESS, address_1: "PO Box 12" } },
      { billing_address: { ...ADDRESS, city: "Albany" } },
      { items: [] },
    ]
    const missing = carts.map((changes) => getCartEligibility(changes).missing)
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
