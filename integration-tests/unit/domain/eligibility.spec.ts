import fc from "fast-check"
import {
  type Buying,
  describeForStaff,
  describeIneligibility,
  findIneligibility,
  INELIGIBILITIES,
  type Limits,
} from "../../../src/domain/eligibility"
import { cents } from "../../../src/domain/money"

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
const BUYING: Buying = {
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

const amount = fc.integer({ min: 1, max: 1_000_000_00 }).map(cents)
const ids = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 4 })

describe("what a shop finances", () => {
  it("is everything in dollars while nothing is limited", () => {
    fc.assert(
      fc.property(amount, ids, ids, (total, productIds, customerGroupIds) => {
        const buying = { ...BUYING, total, productIds, customerGroupIds }
        expect(findIneligibility(buying, NO_LIMITS)).toBeNull()
      })
    )
  })

  it("is exactly what is within both limits, the limits included", () => {
    fc.assert(
      fc.property(amount, amount, amount, (total, one, other) => {
        const [minimum, maximum] = one < other ? [one, other] : [other, one]
        const found = findIneligibility({ ...BUYING, total }, { ...NO_LIMITS, minimum, maximum })
        const expected =
          total < minimum ? "below-minimum" : total > maximum ? "above-maximum" : null
        expect(found).toBe(expected)
      })
    )
  })

  it("holds nothing that is excluded: one product, category or group is enough", () => {
    fc.assert(
      fc.property(fc.tuple(ids, ids, ids), fc.tuple(ids, ids, ids), (mine, excluded) => {
        const [productIds, categoryIds, customerGroupIds] = mine
        const [products, categories, groups] = excluded
        const found = findIneligibility(
          { ...BUYING, productIds, categoryIds, customerGroupIds },
          {
            ...NO_LIMITS,
            excludedProductIds: products,
            excludedCategoryIds: categories,
            excludedCustomerGroupIds: groups,
          }
        )
        const meet = (some: string[], others: string[]) =>
          new Set([...some, ...others]).size < new Set(some).size + new Set(others).size
        const expected =
          meet(productIds, products) || meet(categoryIds, categories)
            ? "excluded-product"
            : meet(customerGroupIds, groups)
              ? "excluded-customer-group"
              : null
        expect(found).toBe(expected)
      })
    )
  })

  it("is no gift card, and nothing for an excluded state, where the merchant wants that", () => {
    const card = { ...BUYING, holdsGiftCard: true }
    expect(findIneligibility(card, NO_LIMITS)).toBeNull()
    expect(findIneligibility(card, { ...NO_LIMITS, excludeGiftCards: true })).toBe(
      "excluded-gift-card"
    )
    const limits = { ...NO_LIMITS, excludeGiftCards: true, excludedStates: ["CA", "NY"] }
    expect(findIneligibility(BUYING, limits)).toBe("excluded-state")
    expect(findIneligibility({ ...BUYING, state: "OR" }, limits)).toBeNull()
    // Nobody said yet where they live.
    expect(findIneligibility({ ...BUYING, state: null }, limits)).toBeNull()
  })

  it("is nothing in another currency, or before the shop is set up", () => {
    expect(findIneligibility({ ...BUYING, currencyCode: "EUR" }, NO_LIMITS)).toBe("currency")
    expect(findIneligibility({ ...BUYING, currencyCode: "USD" }, NO_LIMITS)).toBeNull()
    expect(findIneligibility({ ...BUYING, isSetUp: false }, NO_LIMITS)).toBe("not-set-up")
  })

  it.each(INELIGIBILITIES)("says %s in a sentence for shoppers and one for staff", (reason) => {
    const limits = { minimum: cents(300_00), maximum: cents(5_000_00) }
    const said = [describeIneligibility(reason, limits), describeForStaff(reason, limits)]
    for (const sentence of said) expect(sentence).toMatch(/^[A-Z][^_]*\.$/)
    const [shopper, staff] = said
    if (reason === "below-minimum") expect(shopper).toContain("$300.00 or more")
    if (reason === "below-minimum") expect(staff).toContain("below the minimum of $300.00")
    if (reason === "above-maximum") expect(shopper).toContain("up to $5,000.00")
    if (reason === "above-maximum") expect(staff).toContain("above the maximum of $5,000.00")
  })
})
