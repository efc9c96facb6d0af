import { cents } from "../../../src/domain/money"
import {
  describeOrderEdit,
  describeOverpayment,
  describeRest,
} from "../../../src/domain/order-edit"

const buildEdit = (total: number, financed: number, paidOtherwise = 0) => ({
  total: cents(total),
  financed: cents(financed),
  paidOtherwise: cents(paidOtherwise),
  left: cents(total - paidOtherwise),
  otherGoods: false,
})
const describeEdit = (...amounts: Parameters<typeof buildEdit>) =>
  describeOrderEdit(buildEdit(...amounts))

describe("the message about an edited order with an unchanged total", () => {
  it("names the other goods or address, and offers to settle anyway", () => {
    expect(describeOrderEdit({ ...buildEdit(10_000, 10_000), otherGoods: true })).toMatch(
      /comes to the same amount, but for other goods or another address.* Settle it anyway/
    )
  })
})

describe("the message about an order with another payment", () => {
  it("names the three amounts when both payments together cover the order", () => {
    expect(describeEdit(11_000, 10_000, 1_000)).toBe(
      "Another payment pays for $10.00 of this order: it is worth $110.00 now, and the financing is for $100.00. Nothing is settled automatically. Settle what was signed: together they pay for the order."
    )
  })

  it("names the amount that remains to be collected", () => {
    expect(describeEdit(11_000, 10_000, 1)).toMatch(
      /Settle what was signed, and collect the difference of \$9\.99 by another payment\.$/
    )
  })

  it("names the excess, and how to cancel or refund the other payment", () => {
    const sentence = describeEdit(10_000, 10_000, 10_000)
    expect(sentence).toMatch(/Settling it as well charges the customer \$100\.00 too much/)
    expect(sentence).toMatch(
      /Cancel the other payment .* or settle what was signed and refund the other payment afterwards/
    )
  })

  it("refuses a settle that another payment makes one cent too much", () => {
    expect(describeOverpayment(buildEdit(11_000, 10_000, 1_000))).toBeNull()
    expect(describeOverpayment(buildEdit(11_000, 10_000, 1_001))).toMatch(
      /Another payment pays for \$10\.01 .* worth \$110\.00: settling the financing of \$100\.00 as well .* Nothing was sent/
    )
    expect(describeOverpayment(buildEdit(9_000, 10_000))).toBeNull()
  })
})

describe("the message about an edited order (C16)", () => {
  it("names both amounts and the options for a lowered total", () => {
    expect(describeEdit(76_049, 146_764)).toBe(
      "The order was changed after the customer signed: it is worth $760.49 now, and the financing is for $1,467.64. Nothing is settled automatically. Settle it in full and refund the difference of $707.15 afterwards, or ask the customer for a new application: cancel this order, and let it be ordered again."
    )
  })

  it("offers a new application first for a raised total", () => {
    expect(describeEdit(217_478, 146_764)).toMatch(
      /Nothing is settled automatically\. Ask the customer for a new application: .* Or settle what was signed, and collect the difference of \$707\.14 by another payment\.$/
    )
  })

  it("names the difference to refund or collect after the settle", () => {
    expect(describeRest(cents(-70_714))).toMatch(
      /Refund the difference of \$707\.14 from the order/
    )
    expect(describeRest(cents(70_714))).toMatch(/Collect the difference of \$707\.14 by another/)
  })
})
