import { APPLICATION_STATES } from "../../../src/domain/application-state"
import { HEADLINES, type HeadlineFacts, headlineOf } from "../../../src/domain/order-headline"

const ORDER: HeadlineFacts = {
  state: "ready-to-settle",
  purchaseState: "authorized-order",
  hasOrder: true,
  isOrderCancelled: false,
  hasShipped: false,
  settle: "on-full-shipment",
  causes: [],
  operation: null,
}
const headline = (facts: Partial<HeadlineFacts>) => headlineOf({ ...ORDER, ...facts })

describe("the sentence that the page of an order opens with", () => {
  it.each<[Partial<HeadlineFacts>, string]>([
    [{}, "ship"],
    [{ hasShipped: true }, "payment-follows"],
    [{ hasShipped: true, settle: "manual" }, "request-payment"],
    [{ isOrderCancelled: true }, "not-due"],
    [{ purchaseState: "order-paid-otherwise" }, "not-due"],
    [{ purchaseState: "order-without-live-payment", hasShipped: true }, "not-due"],
    [{ purchaseState: "open-request" }, "signed-without-order"],
    [{ purchaseState: null }, "ship"],
    [{ state: "under-review", purchaseState: "unpaid-order" }, "in-review"],
    [
      { state: "under-review", purchaseState: "unpaid-order", hasShipped: true },
      "shipped-in-review",
    ],
    [{ state: "awaiting-customer" }, "unsigned"],
    [{ state: "awaiting-customer", hasOrder: false }, "waiting-for-customer"],
    [{ state: "settling" }, "payment-requested"],
    [{ state: "funded", purchaseState: "captured-order" }, "paid-out"],
    [{ state: "declined", purchaseState: "unpaid-order" }, "declined"],
    [{ state: "declined", isOrderCancelled: true }, "declined-order-cancelled"],
    [{ state: "declined", hasOrder: false }, "declined-without-order"],
  ])("of %j is %s", (facts, told) => {
    expect(headline(facts)).toBe(told)
  })

  it.each(["declined", "cancelled", "expired"] as const)(
    "of shipped goods whose financing is %s says that nobody pays, until somebody does",
    (state) => {
      const shipped = { state, hasShipped: true, purchaseState: "unpaid-order" as const }
      expect(headline({ ...shipped, causes: ["order"] })).toBe("shipped-unpaid")
      expect(headline({ ...shipped, purchaseState: "order-paid-otherwise" })).toBe("paid-otherwise")
    }
  )

  it("says whether goods may leave before it asks for a decision, and a lost answer before both", () => {
    expect(headline({ causes: ["amounts"] })).toBe("review-case")
    expect(headline({ state: "under-review", causes: ["order"] })).toBe("in-review")
    expect(headline({ state: "funded", causes: ["doubt"], operation: "partial-refund" })).toBe(
      "in-doubt"
    )
  })

  it("is one of the known ones for every state, with and without an order and goods that have left", () => {
    const told = APPLICATION_STATES.flatMap((state) =>
      [true, false].flatMap((hasOrder) =>
        [true, false].map((hasShipped) => headline({ state, hasOrder, hasShipped }))
      )
    )
    expect(told.filter((one) => !HEADLINES.includes(one))).toEqual([])
  })
})
