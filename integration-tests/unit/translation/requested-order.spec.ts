import {
  amountDue,
  findObstacleToRequest,
  hasOtherPayment,
  type RequestedOrder,
} from "../../../src/translation/requested-order"

const LIVE = {
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 100,
  captured_at: null,
  canceled_at: null,
}

type Change = { captured_at?: string; canceled_at?: string }

function orderWith(
  payments: (Change | null)[],
  summary: RequestedOrder["summary"] = null
): RequestedOrder {
  const paid = payments.map((change) => change && { ...LIVE, ...change })
  return {
    id: "order_1",
    status: "pending",
    total: 100,
    canceled_at: null,
    created_at: "2026-01-01",
    summary,
    payment_collections: [{ id: "pay_col_1", payments: paid }, null, { id: "pay_col_2" }],
  }
}

describe("what is due on an order", () => {
  it.each<[RequestedOrder["summary"], number]>([
    [{ pending_difference: 12.5 }, 1_250],
    [{ pending_difference: 1, raw_pending_difference: { value: "12.345" } }, 1_235],
    [{ pending_difference: -5 }, 0],
    [{ pending_difference: 0 }, 0],
    [{}, 0],
    [null, 0],
  ])("of the summary %j is %i cents", (summary, due) => {
    expect(amountDue(orderWith([], summary))).toBe(due)
  })
})

describe("another payment of an order", () => {
  it.each<[string, { payments: (Change | null)[]; own: string[]; found: boolean }]>([
    ["none", { payments: [], own: [], found: false }],
    ["one that is live", { payments: [{}], own: [], found: true }],
    ["one that is captured", { payments: [{ captured_at: "2026" }], own: [], found: false }],
    ["one that is cancelled", { payments: [{ canceled_at: "2026" }], own: [], found: false }],
    ["the request's own", { payments: [{}], own: ["payses_1"], found: false }],
    ["one of another session", { payments: [{}], own: ["payses_2"], found: true }],
    [
      "one beside a dead one",
      { payments: [null, { canceled_at: "2026" }, {}], own: [], found: true },
    ],
  ])("is looked for: %s", (_what, { payments, own, found }) => {
    expect(hasOtherPayment(orderWith(payments), own)).toBe(found)
  })

  it("is not looked for in what has no collections", () => {
    const bare = { ...orderWith([]), payment_collections: null }
    expect(hasOtherPayment(bare, [])).toBe(false)
  })
})

describe("whether a customer can be asked to finance an order", () => {
  const due = { pending_difference: 10 }

  it("is so when something is due and nothing pays for it", () => {
    expect(findObstacleToRequest(orderWith([], due))).toBeNull()
  })

  it("is not so for a cancelled order, one that is being paid, and one that is paid", () => {
    const cancelled = { ...orderWith([], due), status: "canceled" }
    expect(findObstacleToRequest(cancelled)).toMatch(/was cancelled, so there is nothing/)
    expect(findObstacleToRequest(orderWith([{}], due))).toMatch(
      /authorized and not captured\. Capture it, or cancel it/
    )
    expect(findObstacleToRequest(orderWith([]))).toMatch(/^Nothing is due on this order/)
  })
})
