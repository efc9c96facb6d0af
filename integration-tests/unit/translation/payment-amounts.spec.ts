import type { MoneyRow, PaymentSide } from "../../../src/translation/medusa-rows"
import {
  compareAmounts,
  readOtherPayments,
  readStoreAmounts,
} from "../../../src/translation/payment-amounts"
import { describeDifference } from "../../../src/domain/amounts"
import fc from "fast-check"

const buildRow = (amount: unknown, raw_amount?: unknown) => ({
  id: "row_1",
  amount,
  ...(raw_amount === undefined ? {} : { raw_amount }),
  created_at: "2026-01-02T03:04:05.000Z",
})

const buildPayment = (changes: Partial<PaymentSide>): PaymentSide => ({
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 1_000,
  captured_at: "2026-01-02T03:04:05.000Z",
  captures: [buildRow(1_000)],
  refunds: [],
  ...changes,
})

describe("the amounts of Medusa's payment", () => {
  it("are zero without a payment", () => {
    expect(readStoreAmounts(null)).toEqual({ captured: 0, refunded: 0 })
  })

  it("include a capture only once captured_at is set: before, it may still fail (fact 23)", () => {
    expect(readStoreAmounts(buildPayment({}))).toEqual({ captured: 100_000, refunded: 0 })
    expect(readStoreAmounts(buildPayment({ captured_at: null })).captured).toBe(0)
  })

  it("are summed from raw values and rounded once (A22)", () => {
    const refunds = [buildRow(10.01, { value: "10.004" }), buildRow("0.004"), null]
    expect(readStoreAmounts(buildPayment({ refunds })).refunded).toBe(1_001)
  })

  it("are zero for a payment whose rows were not loaded", () => {
    const unloadedRows = { captures: undefined, refunds: null }
    expect(readStoreAmounts(buildPayment(unloadedRows as Partial<PaymentSide>))).toEqual({
      captured: 0,
      refunded: 0,
    })
  })
})

const NOW = Date.parse("2026-01-02T03:04:05.000Z")

const buildRefund = (amount: unknown, secondsAgo = 3_600): MoneyRow => ({
  id: "ref_1",
  amount,
  created_at: new Date(NOW - secondsAgo * 1_000),
})

const buildRefundedPayment = (...refunds: (MoneyRow | null)[]) => ({
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 1_000,
  refunds,
})

/** Financed for $1,000.00; we refunded `refunded` cents, and the service finances `service` cents. */
const buildAmounts = (refunded: number, service: number | null) => ({
  financed_cents: 100_000,
  refunded_cents: refunded,
  service_cents: service,
})

describe("the amounts of a paid order in Medusa and at the service (I3)", () => {
  it("agree when the service finances what Medusa did not refund", () => {
    expect(compareAmounts(buildAmounts(0, 100_000), buildRefundedPayment(), NOW).agree).toBe(true)
    const payment = buildRefundedPayment(
      buildRefund(100),
      buildRefund({ value: "0.004" }),
      buildRefund("0.004"),
      null
    )
    expect(compareAmounts(buildAmounts(10_001, 89_999), payment, NOW)).toMatchObject({
      agree: true,
      medusa: 89_999,
      missingInMedusa: 0,
    })
  })

  it("agree while a refund is in progress, before and after the service carries it out", () => {
    const payment = buildRefundedPayment(buildRefund(50), buildRefund(100, 2))
    expect(compareAmounts(buildAmounts(5_000, 95_000), payment, NOW).agree).toBe(true)
    expect(compareAmounts(buildAmounts(15_000, 85_000), payment, NOW).agree).toBe(true)
    const oldPayment = buildRefundedPayment(buildRefund(50), buildRefund(100, 61))
    expect(compareAmounts(buildAmounts(5_000, 95_000), oldPayment, NOW).agree).toBe(false)
  })

  it("name our refund that is missing in Medusa (A5)", () => {
    const amounts = compareAmounts(buildAmounts(10_000, 90_000), buildRefundedPayment(), NOW)
    expect(amounts).toMatchObject({ agree: false, missingInMedusa: 10_000 })
    expect(describeDifference(amounts)).toMatch(/refund of \$100\.00 .* missing in Medusa/)
  })

  it("differ without a refund missing in Medusa when the service refunded on its own (C7)", () => {
    const amounts = compareAmounts(buildAmounts(10_000, 80_000), buildRefundedPayment(), NOW)
    expect(amounts).toMatchObject({ agree: false, missingInMedusa: 0 })
    expect(describeDifference(amounts)).toMatch(/finances \$800\.00, Medusa counts \$1,000\.00/)
  })

  it("differ when the service names no amount", () => {
    const amounts = compareAmounts(buildAmounts(0, null), buildRefundedPayment(), NOW)
    expect(amounts.agree).toBe(false)
    expect(describeDifference(amounts)).toMatch(/names no amount/)
  })
})

const SESSION_IDS = ["payses_1"]
const TIMESTAMP = "2026-01-02T03:04:05.000Z"

const buildOtherPayment = (changes: Partial<PaymentSide> = {}): PaymentSide => ({
  id: "pay_9",
  payment_session_id: "payses_9",
  amount: 100,
  ...changes,
})

const readAmounts = (payments: (PaymentSide | null)[], sessionIds = ["payses_1", "payses_9"]) =>
  readOtherPayments(
    {
      total: 1_000,
      payment_collections: [
        null,
        {
          id: "paycol_1",
          payment_sessions: [null, ...sessionIds.map((id) => ({ id, status: "pending" }))],
          payments,
        },
      ],
    },
    SESSION_IDS
  )

describe("the amount that other payments pay of an order", () => {
  it.each<[string, PaymentSide, { paid: number; authorized: number; left: number }]>([
    ["is authorized", buildOtherPayment(), { paid: 10000, authorized: 10000, left: 90000 }],
    [
      "was cancelled",
      buildOtherPayment({ canceled_at: TIMESTAMP }),
      { paid: 0, authorized: 0, left: 100000 },
    ],
    [
      "belongs to the application",
      buildOtherPayment({ payment_session_id: "payses_1" }),
      { paid: 0, authorized: 0, left: 100000 },
    ],
    [
      "is captured",
      buildOtherPayment({ captured_at: TIMESTAMP, captures: [buildRow(100), null] }),
      { paid: 10000, authorized: 0, left: 90000 },
    ],
    [
      "is captured in part",
      buildOtherPayment({ captures: [buildRow(0, { value: "40" })] }),
      { paid: 10000, authorized: 6000, left: 90000 },
    ],
    [
      "was refunded in part",
      buildOtherPayment({
        captured_at: TIMESTAMP,
        captures: [buildRow(100)],
        refunds: [buildRow(30), null],
      }),
      { paid: 7000, authorized: 0, left: 93000 },
    ],
    [
      "has a raw amount",
      buildOtherPayment({ amount: 1, raw_amount: { value: "707.143125", precision: 20 } }),
      { paid: 70714, authorized: 70714, left: 29286 },
    ],
  ])("is computed for a payment that %s", (_, payment, expected) => {
    expect(readAmounts([payment, null])).toEqual(expected)
  })

  it("excludes an uncaptured payment whose session Medusa dropped", () => {
    expect(readAmounts([buildOtherPayment()], ["payses_1"])).toEqual({
      paid: 0,
      authorized: 0,
      left: 100000,
    })
    const capturedPayment = buildOtherPayment({ captured_at: TIMESTAMP, captures: [buildRow(100)] })
    expect(readAmounts([capturedPayment], ["payses_1"])).toEqual({
      paid: 10000,
      authorized: 0,
      left: 90000,
    })
  })

  it("leaves a remaining amount that is rounded only once (A22)", () => {
    const otherPayment = buildOtherPayment({
      captured_at: TIMESTAMP,
      captures: [buildRow(1467.635)],
    })
    const order = {
      total: { value: "2881.921875", precision: 20 },
      payment_collections: [{ id: "paycol_1", payments: [otherPayment] }],
    }
    // Subtracting rounded amounts, 288192 - 146764, would give a cent less.
    expect(readOtherPayments(order, SESSION_IDS)).toEqual({
      paid: 146_764,
      authorized: 0,
      left: 141_429,
    })
  })

  it("is zero for an order without payments", () => {
    const unpaidAmounts = { paid: 0, authorized: 0, left: 100000 }
    expect(readOtherPayments({ total: 1_000 }, SESSION_IDS)).toEqual(unpaidAmounts)
    expect(readOtherPayments({ total: 1_000, payment_collections: null }, SESSION_IDS)).toEqual(
      unpaidAmounts
    )
    expect(
      readOtherPayments({ total: 1_000, payment_collections: [{ id: "paycol_1" }] }, SESSION_IDS)
    ).toEqual(unpaidAmounts)
  })

  it("excludes the application's payments and sums all others", () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(fc.array(cents), fc.array(cents), (otherAmounts, ownAmounts) => {
        const payments = [
          ...otherAmounts.map((amount) => buildOtherPayment({ amount: amount / 100 })),
          ...ownAmounts.map((amount) =>
            buildOtherPayment({ amount: amount / 100, payment_session_id: "payses_1" })
          ),
        ]
        const sum = otherAmounts.reduce((total, amount) => total + amount, 0)
        expect(readAmounts(payments)).toEqual({ paid: sum, authorized: sum, left: 100_000 - sum })
      })
    )
  })
})
