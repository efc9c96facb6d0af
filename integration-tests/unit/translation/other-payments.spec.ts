import fc from "fast-check"
import { readOtherPayments } from "../../../src/translation/other-payments"

const OURS = ["payses_1"]
const NOW = "2026-01-02T03:04:05.000Z"

type Collection = NonNullable<
  NonNullable<Parameters<typeof readOtherPayments>[0]["payment_collections"]>[number]
>
type Payment = NonNullable<NonNullable<Collection["payments"]>[number]>

const other = (changes: Partial<Payment> = {}): Payment => ({
  payment_session_id: "payses_9",
  amount: 100,
  ...changes,
})

const paid = (payments: (Payment | null)[], sessions = ["payses_1", "payses_9"]) =>
  readOtherPayments(
    {
      total: 1_000,
      payment_collections: [
        null,
        { payment_sessions: [null, ...sessions.map((id) => ({ id }))], payments },
      ],
    },
    OURS
  )

describe("what other payments pay of an order", () => {
  it.each<[string, Payment, { paid: number; authorized: number; left: number }]>([
    ["is authorized", other(), { paid: 10000, authorized: 10000, left: 90000 }],
    ["was cancelled", other({ canceled_at: NOW }), { paid: 0, authorized: 0, left: 100000 }],
    [
      "rests on the application",
      other({ payment_session_id: "payses_1" }),
      { paid: 0, authorized: 0, left: 100000 },
    ],
    [
      "is captured",
      other({ captured_at: NOW, captures: [{ amount: 100 }, null] }),
      { paid: 10000, authorized: 0, left: 90000 },
    ],
    [
      "is captured in part",
      other({ captures: [{ amount: 0, raw_amount: { value: "40" } }] }),
      { paid: 10000, authorized: 6000, left: 90000 },
    ],
    [
      "was given back in part",
      other({ captured_at: NOW, captures: [{ amount: 100 }], refunds: [{ amount: 30 }, null] }),
      { paid: 7000, authorized: 0, left: 93000 },
    ],
    [
      "has an exact amount",
      other({ amount: 1, raw_amount: { value: "707.143125", precision: 20 } }),
      { paid: 70714, authorized: 70714, left: 29286 },
    ],
  ])("counts one that %s", (_, payment, expected) => {
    expect(paid([payment, null])).toEqual(expected)
  })

  it("does not count one that was never captured and whose session Medusa dropped", () => {
    expect(paid([other()], ["payses_1"])).toEqual({ paid: 0, authorized: 0, left: 100000 })
    const captured = other({ captured_at: NOW, captures: [{ amount: 100 }] })
    expect(paid([captured], ["payses_1"])).toEqual({ paid: 10000, authorized: 0, left: 90000 })
  })

  it("leaves what is left, rounded once: two halves of a cent are none too much (A22)", () => {
    const before = other({ captured_at: NOW, captures: [{ amount: 1467.635 }] })
    const order = {
      total: { value: "2881.921875", precision: 20 },
      payment_collections: [{ payments: [before] }],
    }
    // 288192 - 146764 would be a cent less.
    expect(readOtherPayments(order, OURS)).toEqual({ paid: 146_764, authorized: 0, left: 141_429 })
  })

  it("is nothing of an order without payments", () => {
    const nothing = { paid: 0, authorized: 0, left: 100000 }
    expect(readOtherPayments({ total: 1_000 }, OURS)).toEqual(nothing)
    expect(readOtherPayments({ total: 1_000, payment_collections: null }, OURS)).toEqual(nothing)
    expect(readOtherPayments({ total: 1_000, payment_collections: [{}] }, OURS)).toEqual(nothing)
  })

  it("never counts a payment of the application, and adds up whatever the others are", () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(fc.array(cents), fc.array(cents), (theirs, ours) => {
        const payments = [
          ...theirs.map((amount) => other({ amount: amount / 100 })),
          ...ours.map((amount) => other({ amount: amount / 100, payment_session_id: "payses_1" })),
        ]
        const sum = theirs.reduce((total, amount) => total + amount, 0)
        expect(paid(payments)).toEqual({ paid: sum, authorized: sum, left: 100_000 - sum })
      })
    )
  })
})
