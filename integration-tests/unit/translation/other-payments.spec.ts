import fc from "fast-check"
import { readPaidOtherwise } from "../../../src/translation/other-payments"

const OURS = ["payses_1"]
const NOW = "2026-01-02T03:04:05.000Z"

type Collection = NonNullable<
  NonNullable<Parameters<typeof readPaidOtherwise>[0]["payment_collections"]>[number]
>
type Payment = NonNullable<NonNullable<Collection["payments"]>[number]>

const other = (changes: Partial<Payment> = {}): Payment => ({
  payment_session_id: "payses_9",
  amount: 100,
  ...changes,
})

const paid = (payments: (Payment | null)[], sessions = ["payses_1", "payses_9"]) =>
  readPaidOtherwise(
    {
      payment_collections: [
        null,
        { payment_sessions: [null, ...sessions.map((id) => ({ id }))], payments },
      ],
    },
    OURS
  )

describe("what other payments pay of an order", () => {
  it.each<[string, Payment, { captured: number; authorized: number }]>([
    ["is authorized", other(), { captured: 0, authorized: 10_000 }],
    ["was cancelled", other({ canceled_at: NOW }), { captured: 0, authorized: 0 }],
    [
      "rests on the application",
      other({ payment_session_id: "payses_1" }),
      { captured: 0, authorized: 0 },
    ],
    [
      "is captured",
      other({ captured_at: NOW, captures: [{ amount: 100 }, null] }),
      { captured: 10_000, authorized: 0 },
    ],
    [
      "is captured in part",
      other({ captures: [{ amount: 0, raw_amount: { value: "40" } }] }),
      { captured: 4_000, authorized: 6_000 },
    ],
    [
      "was given back in part",
      other({ captured_at: NOW, captures: [{ amount: 100 }], refunds: [{ amount: 30 }, null] }),
      { captured: 7_000, authorized: 0 },
    ],
    [
      "has an exact amount",
      other({ amount: 1, raw_amount: { value: "707.143125", precision: 20 } }),
      { captured: 0, authorized: 70_714 },
    ],
  ])("counts one that %s", (_, payment, expected) => {
    expect(paid([payment, null])).toEqual(expected)
  })

  it("does not count one that was never captured and whose session Medusa dropped", () => {
    expect(paid([other()], ["payses_1"])).toEqual({ captured: 0, authorized: 0 })
    const captured = other({ captured_at: NOW, captures: [{ amount: 100 }] })
    expect(paid([captured], ["payses_1"])).toEqual({ captured: 10_000, authorized: 0 })
  })

  it("is nothing of an order without payments", () => {
    const nothing = { captured: 0, authorized: 0 }
    expect(readPaidOtherwise({}, OURS)).toEqual(nothing)
    expect(readPaidOtherwise({ payment_collections: null }, OURS)).toEqual(nothing)
    expect(readPaidOtherwise({ payment_collections: [{}] }, OURS)).toEqual(nothing)
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
        expect(paid(payments)).toEqual({ captured: 0, authorized: sum })
      })
    )
  })
})
