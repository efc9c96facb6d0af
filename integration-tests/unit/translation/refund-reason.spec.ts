import { toRefundReason } from "../../../src/translation/refund-reason"

describe("the reason of a refund", () => {
  it.each([
    ["the note", { note: " Broken\nleg ", refund_reason: { label: "Damaged" } }, "Broken leg"],
    ["else the reason's label", { note: " ", refund_reason: { label: "Damaged" } }, "Damaged"],
    ["else a sentence", { note: null, refund_reason: null }, "Refunded by the merchant."],
    ["a sentence without a refund row", undefined, "Refunded by the merchant."],
  ])("is %s", (_what, refund, reason) => {
    expect(toRefundReason(refund)).toBe(reason)
  })

  it("is one line of at most 250 characters, which shows that the note goes on", () => {
    expect(toRefundReason({ note: "ab\n".repeat(100) })).toBe(`${"ab ".repeat(83).trim()}…`)
    expect(toRefundReason({ note: "a".repeat(250) })).toBe("a".repeat(250))
  })
})
