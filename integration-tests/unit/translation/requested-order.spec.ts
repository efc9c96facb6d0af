import {
  amountDue,
  findObstacleToRequest,
  hasOtherPayment,
  readRequestPurchaseState,
  type RequestedOrder,
  type RequestRows,
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
      "a live one and a cancelled one",
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

type Order = Omit<Partial<RequestedOrder>, "payment_collections"> & {
  sessions?: { id: string; status: string; provider_id?: string }[]
  payments?: {
    id: string
    payment_session_id: string
    amount: number
    captured_at?: string
    canceled_at?: string
    captures?: { id: string; amount: number; created_at: string }[]
  }[]
}

const orderOf = ({ sessions = [], payments = [], ...rest }: Order = {}): RequestedOrder => ({
  id: "order_01",
  status: "draft",
  created_at: new Date(),
  total: 100,
  payment_collections: [{ id: "paycol_01", payment_sessions: sessions, payments }],
  ...rest,
})

const OURS = { id: "payses_01", status: "pending_authorization" }
const purchaseStateOf = (rows: Partial<RequestRows>): string =>
  readRequestPurchaseState({
    sessionIds: ["payses_01"],
    superseded: false,
    order: orderOf({ sessions: [OURS] }),
    unchanged: true,
    ...rows,
  }).purchaseState

const paid = (change: { captured_at?: string; canceled_at?: string } = {}) =>
  orderOf({
    sessions: [{ ...OURS, status: "authorized" }],
    payments: [{ id: "pay_01", payment_session_id: "payses_01", amount: 100, ...change }],
  })
const paidOtherwise = (change: { captured_at?: string; amount?: number } = {}) =>
  orderOf({
    sessions: [OURS, { id: "payses_02", status: "authorized" }],
    payments: [{ id: "pay_02", payment_session_id: "payses_02", amount: 100, ...change }],
    summary: { pending_difference: 100 },
  })
/** Staff cancelled our payment while it was being captured; another one pays so much. */
const capturedBeside = (amount: number) =>
  orderOf({
    sessions: [OURS, { id: "payses_02", status: "captured" }],
    payments: [
      {
        id: "pay_01",
        payment_session_id: "payses_01",
        amount: 100,
        captured_at: "x",
        canceled_at: "x",
      },
      {
        id: "pay_02",
        payment_session_id: "payses_02",
        amount,
        captured_at: "x",
        captures: [{ id: "capt_02", amount, created_at: "2026-01-01" }],
      },
    ],
  })

describe("the purchase state of a financing request", () => {
  it.each<[string, string, Partial<RequestRows>]>([
    ["open-request", "the order is what was asked for", {}],
    ["open-request", "its session is still to be made", { sessionIds: [], order: orderOf() }],
    [
      "open-request",
      "a new session is just being made",
      {
        order: orderOf({
          sessions: [
            { id: "payses_09", status: "pending", provider_id: "pp_consumer-financing_x" },
          ],
        }),
      },
    ],
    [
      "open-request",
      "the rest was captured before",
      { order: paidOtherwise({ captured_at: "x" }) },
    ],
    ["changed-request", "the order was changed (C3)", { unchanged: false }],
    ["order-paid-otherwise", "another payment is authorized", { order: paidOtherwise() }],
    [
      "changed-request",
      "another payment is authorized over a part",
      { order: paidOtherwise({ amount: 99.99 }) },
    ],
    ["nothing", "the draft was deleted", { order: null }],
    ["nothing", "its session was removed", { order: orderOf() }],
    ["nothing", "it was withdrawn", { superseded: true }],
    [
      "cancelled-order",
      "the order was cancelled (C14)",
      {
        order: orderOf({ sessions: [OURS], status: "canceled" }),
      },
    ],
    ["authorized-order", "it pays for the order", { order: paid() }],
    [
      "authorized-order",
      "it pays, and another one was asked for since",
      {
        order: paid(),
        superseded: true,
      },
    ],
    ["captured-order", "it is captured", { order: paid({ captured_at: "x" }) }],
    [
      "order-without-live-payment",
      "its payment was cancelled (C16)",
      {
        order: paid({ canceled_at: "x" }),
      },
    ],
    [
      "captured-order",
      "its payment was cancelled while it was captured, and another one pays for a part",
      { order: capturedBeside(99.99) },
    ],
    [
      "captured-order",
      "its payment was cancelled while it was captured, and another one is authorized over all that is due",
      { order: { ...capturedBeside(40), summary: { pending_difference: 40 } } },
    ],
    [
      "order-without-live-payment",
      "its payment was cancelled while it was captured, and another one pays for everything",
      { order: capturedBeside(100) },
    ],
    [
      "captured-order",
      "its payment was cancelled while it was captured, and another one was asked for since",
      { order: paid({ captured_at: "x", canceled_at: "x" }), superseded: true },
    ],
    [
      "nothing",
      "its payment was cancelled, and another one was asked for",
      {
        order: paid({ canceled_at: "x" }),
        superseded: true,
      },
    ],
  ])("%s: %s", (purchaseState, _what, rows) => {
    expect(purchaseStateOf(rows)).toBe(purchaseState)
  })

  it("is an order with its captured payment, also where core cancelled that payment", () => {
    const both = paid({ captured_at: "2026-01-01", canceled_at: "2026-01-01" })
    const seen = (order: Partial<RequestedOrder>, superseded: boolean) =>
      readRequestPurchaseState({
        sessionIds: ["payses_01"],
        superseded,
        order: { ...both, ...order },
        unchanged: true,
      })
    expect(seen({ status: "canceled" }, true)).toMatchObject({
      purchaseState: "cancelled-order",
      payment: { id: "pay_01" },
    })
    expect(seen({}, false)).toMatchObject({
      purchaseState: "captured-order",
      payment: { id: "pay_01" },
    })
  })

  it("is nothing once its session was removed, whatever session paid for an earlier part", () => {
    const earlier = {
      id: "payses_00",
      status: "authorized",
      provider_id: "pp_consumer-financing_x",
    }
    expect(purchaseStateOf({ order: orderOf({ sessions: [earlier] }) })).toBe("nothing")
  })
})
