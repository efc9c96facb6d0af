import { cents } from "../../../src/domain/money"
import { describeOrderEdit, describeRest } from "../../../src/domain/order-edit"

describe("the sentence about an edited order (C16)", () => {
  it("names both amounts and what can be done about a lowered total", () => {
    expect(describeOrderEdit({ total: cents(76_049), financed: cents(146_764) })).toBe(
      "The order was changed after the customer signed: it is worth $760.49 now, and the financing is over $1,467.64. Nothing is settled by itself. Settle it in full and refund the difference of $707.15 afterwards, or ask the customer for a new application: cancel this order, and let it be ordered anew."
    )
  })

  it("offers a new application first for a raised total: the service finances no more than was signed", () => {
    expect(describeOrderEdit({ total: cents(217_478), financed: cents(146_764) })).toMatch(
      /Nothing is settled by itself\. Ask the customer for a new application: .* Or settle what was signed, and collect the difference of \$707\.14 by another payment\.$/
    )
  })

  it("says what is left once it was settled in full", () => {
    expect(describeRest(cents(-70_714))).toMatch(
      /Refund the difference of \$707\.14 from the order/
    )
    expect(describeRest(cents(70_714))).toMatch(/Collect the difference of \$707\.14 by another/)
  })
})
