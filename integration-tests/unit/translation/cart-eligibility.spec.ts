import type { Ineligibility } from "../../../src/domain/eligibility"
import { judgeEligibility } from "../../../src/translation/cart-eligibility"
import { readCart } from "../../../src/translation/cart-to-snapshot"
import { ADDRESS, decorated, line } from "./arbitrary-carts"

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
