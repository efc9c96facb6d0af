import { cents } from "../../../src/domain/money"
import {
  describeOrderEdit,
  describeOverpayment,
  describeRest,
} from "../../../src/domain/order-edit"

const edited = (total: number, financed: number, paidOtherwise = 0) => ({
  total: cents(total),
  financed: cents(financed),
  paidOtherwise: cents(paidOtherwise),
  left: cents(total - paidOtherwise),
  otherGoods: false,
})
const edit = (...amounts: Parameters<typeof edited>) => describeOrderEdit(edited(...amounts))

describe("the sentence about an order that comes to the same, for other goods or another address", () => {
  it("asks whether to settle anyway, and names no amounts that do not differ", () => {
    expect(describeOrderEdit({ ...edited(10_000, 10_000), otherGoods: true })).toMatch(
      /comes to the same amount, but for other goods or another address.* Settle it anyway/
    )
  })
})

describe("the sentence about an order that another payment pays for, too", () => {
  it("names the three amounts, and that both together pay for it", () => {
    expect(edit(11_000, 10_000, 1_000)).toBe(
      "Another payment pays for $10.00 of this order: it is worth $110.00 now, and the financing is for $100.00. Nothing is settled automatically. Settle what was signed: together they pay for the order."
    )
  })

  it("names what is still to be collected", () => {
    expect(edit(11_000, 10_000, 1)).toMatch(
      /Settle what was signed, and collect the difference of \$9\.99 by another payment\.$/
    )
  })

  it("names what would be too much, and the order in which nothing is lost", () => {
    const sentence = edit(10_000, 10_000, 10_000)
    expect(sentence).toMatch(/Settling it as well charges the customer \$100\.00 too much/)
    expect(sentence).toMatch(
      /Cancel the other payment .* or settle what was signed and refund the other payment afterwards/
    )
  })

  it("refuses to settle from one cent too much on, and only where another payment is", () => {
    expect(describeOverpayment(edited(11_000, 10_000, 1_000))).toBeNull()
    expect(describeOverpayment(edited(11_000, 10_000, 1_001))).toMatch(
      /Another payment pays for \$10\.01 .* worth \$110\.00: settling the financing of \$100\.00 as well .* Nothing was sent/
    )
    expect(describeOverpayment(edited(9_000, 10_000))).toBeNull()
  })
})

describe("the sentence about an edited order (C16)", () => {
  it("names both amounts and what can be done about a lowered total", () => {
    expect(edit(76_049, 146_764)).toBe(
      "The order was changed after the customer signed: it is worth $760.49 now, and the financing is for $1,467.64. Nothing is settled automatically. Settle it in full and refund the difference of $707.15 afterwards, or ask the customer for a new application: cancel this order, and let it be ordered again."
    )
  })

  it("offers a new application first for a raised total: the service finances no more than was signed", () => {
    expect(edit(217_478, 146_764)).toMatch(
      /Nothing is settled automatically\. Ask the customer for a new application: .* Or settle what was signed, and collect the difference of \$707\.14 by another payment\.$/
    )
  })

  it("says what is left once it was settled in full", () => {
    expect(describeRest(cents(-70_714))).toMatch(
      /Refund the difference of \$707\.14 from the order/
    )
    expect(describeRest(cents(70_714))).toMatch(/Collect the difference of \$707\.14 by another/)
  })
})
