import { describeDifference } from "../../../src/domain/amounts"
import { compareAmounts } from "../../../src/translation/compare-amounts"
import type { RefundSide } from "../../../src/translation/store-side"

const NOW = Date.parse("2026-01-02T03:04:05.000Z")

const refund = (amount: unknown, secondsAgo = 3_600): RefundSide => ({
  amount,
  created_at: new Date(NOW - secondsAgo * 1_000),
})

const payment = (...refunds: (RefundSide | null)[]) => ({
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 1_000,
  refunds,
})

/** Financed for $1,000.00; `ours` cents refunded by us, `service` cents financed there. */
const books = (ours: number, service: number | null) => ({
  financed_cents: 100_000,
  refunded_cents: ours,
  service_cents: service,
})

describe("both worlds' amounts of a paid order (I3)", () => {
  it("agree when the service finances what Medusa did not refund", () => {
    expect(compareAmounts(books(0, 100_000), payment(), NOW).agree).toBe(true)
    const seen = payment(refund(100), refund({ value: "0.004" }), refund("0.004"), null)
    expect(compareAmounts(books(10_001, 89_999), seen, NOW)).toMatchObject({
      agree: true,
      medusa: 89_999,
      missingInMedusa: 0,
    })
  })

  it("agree while a refund is on its way, before and after the service carried it out", () => {
    const seen = payment(refund(50), refund(100, 2))
    expect(compareAmounts(books(5_000, 95_000), seen, NOW).agree).toBe(true)
    expect(compareAmounts(books(15_000, 85_000), seen, NOW).agree).toBe(true)
    const old = payment(refund(50), refund(100, 61))
    expect(compareAmounts(books(5_000, 95_000), old, NOW).agree).toBe(false)
  })

  it("name the refund of ours that Medusa has forgotten (A5)", () => {
    const amounts = compareAmounts(books(10_000, 90_000), payment(), NOW)
    expect(amounts).toMatchObject({ agree: false, missingInMedusa: 10_000 })
    expect(describeDifference(amounts)).toMatch(/refund of \$100\.00 .* missing in Medusa/)
  })

  it("are not explained by our refunds when the service has refunded by itself (C7)", () => {
    const amounts = compareAmounts(books(10_000, 80_000), payment(), NOW)
    expect(amounts).toMatchObject({ agree: false, missingInMedusa: 0 })
    expect(describeDifference(amounts)).toMatch(/finances \$800\.00, Medusa counts \$1,000\.00/)
  })

  it("differ when the service names none", () => {
    const amounts = compareAmounts(books(0, null), payment(), NOW)
    expect(amounts.agree).toBe(false)
    expect(describeDifference(amounts)).toMatch(/names no amount/)
  })
})
