import type { PaymentSide } from "../../../src/translation/store-side"
import { readStoreAmounts } from "../../../src/translation/store-amounts"

const row = (amount: unknown, raw_amount?: unknown) => ({
  id: "row_1",
  amount,
  ...(raw_amount === undefined ? {} : { raw_amount }),
  created_at: "2026-01-02T03:04:05.000Z",
})

const payment = (changes: Partial<PaymentSide>): PaymentSide => ({
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 1_000,
  captured_at: "2026-01-02T03:04:05.000Z",
  captures: [row(1_000)],
  refunds: [],
  ...changes,
})

describe("what Medusa's payment says", () => {
  it("is nothing without a payment", () => {
    expect(readStoreAmounts(null)).toEqual({ captured: 0, refunded: 0 })
  })

  it("counts a capture only once it is dated: before that it may still fail (fact 23)", () => {
    expect(readStoreAmounts(payment({}))).toEqual({ captured: 100_000, refunded: 0 })
    expect(readStoreAmounts(payment({ captured_at: null })).captured).toBe(0)
  })

  it("sums exactly and rounds once, by the exact shape of an amount (A22)", () => {
    const refunds = [row(10.01, { value: "10.004" }), row("0.004"), null]
    expect(readStoreAmounts(payment({ refunds })).refunded).toBe(1_001)
  })

  it("reads a payment whose rows were not asked for as one without", () => {
    const bare = { captures: undefined, refunds: null }
    expect(readStoreAmounts(payment(bare as Partial<PaymentSide>))).toEqual({
      captured: 0,
      refunded: 0,
    })
  })
})
