import { markRefund, readRefundMark } from "../../../src/translation/refund-mark"

test("a refund row says which operation it stands for", () => {
  expect(readRefundMark(markRefund("finop_1"))).toBe("finop_1")
})

test.each([[null], [undefined], ["finop_1"], [{}], [{ financing_operation: 7 }], [[]]])(
  "%j stands for none: the merchant asks for a refund",
  (metadata) => {
    expect(readRefundMark(metadata)).toBeNull()
  }
)
