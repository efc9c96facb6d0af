import {
  amountDue,
  findObstacleToRequest,
  hasOtherPayment,
  readRequestPurchaseState,
  type RequestedOrder,
  type RequestRows,
} from "../../../src/translation/requested-order"

const LIVE_PAYMENT = {
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 100,
  captured_at: null,
  canceled_at: null,
}

type PaymentChange = { captured_at?: string; canceled_at?: string }

function buildOrderWithPayments(
  payments: (PaymentChange | null)[],
  summary: RequestedOrder["summary"] = null
): RequestedOrder {
  const paymentRows = payments.map((change) => change && { ...LIVE_PAYMENT, ...change })
  return {
    id: "order_1",
    status: "pending",
    total: 100,
    canceled_at: null,
    created_at: "2026-01-01",
    summary,
    payment_collections: [{ id: "pay_col_1", payments: paymentRows }, null, { id: "pay_col_2" }],
  }
}

describe("the amount due on an order", () => {
  it.each<[RequestedOrder["summary"], number]>([
    [{ pending_difference: 12.5 }, 1_250],
    [{ pending_difference: 1, raw_pending_difference: { value: "12.345" } }, 1_235],
    [{ pending_difference: -5 }, 0],
    [{ pending_difference: 0 }, 0],
    [{}, 0],
    [null, 0],
  ])("with the summary %j is %i cents", (summary, due) => {
    expect(amountDue(buildOrderWithPayments([], summary))).toBe(due)
  })
})

describe("another live payment of an order", () => {
  it.each<[string, { payments: (PaymentChange | null)[]; own: string[]; found: boolean }]>([
    ["not found without payments", { payments: [], own: [], found: false }],
    ["found if it is live", { payments: [{}], own: [], found: true }],
    ["not found if it is captured", { payments: [{ captured_at: "2026" }], own: [], found: false }],
    [
      "not found if it is cancelled",
      { payments: [{ canceled_at: "2026" }], own: [], found: false },
    ],
    ["not found if it is the request's own", { payments: [{}], own: ["payses_1"], found: false }],
    ["found if it belongs to another session", { payments: [{}], own: ["payses_2"], found: true }],
    [
      "found beside a cancelled one",
      { payments: [null, { canceled_at: "2026" }, {}], own: [], found: true },
    ],
  ])("is %s", (_name, { payments, own, found }) => {
    expect(hasOtherPayment(buildOrderWithPayments(payments), own)).toBe(found)
  })

  it("is not found without payment collections", () => {
    const order = { ...buildOrderWithPayments([]), payment_collections: null }
    expect(hasOtherPayment(order, [])).toBe(false)
  })
})

describe("the obstacle to a financing request", () => {
  const dueSummary = { pending_difference: 10 }

  it("is null when an amount is due and no payment covers it", () => {
    expect(findObstacleToRequest(buildOrderWithPayments([], dueSummary))).toBeNull()
  })

  it("is a cancelled order, an authorized payment, or no amount due", () => {
    const cancelled = { ...buildOrderWithPayments([], dueSummary), status: "canceled" }
    expect(findObstacleToRequest(cancelled)).toMatch(/was cancelled, so there is nothing/)
    expect(findObstacleToRequest(buildOrderWithPayments([{}], dueSummary))).toMatch(
      /authorized and not captured\. Capture it, or cancel it/
    )
    expect(findObstacleToRequest(buildOrderWithPayments([]))).toMatch(
      /^Nothing is due on this order/
    )
  })
})

type OrderChanges = Omit<Partial<RequestedOrder>, "payment_collections"> & {
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

const buildOrder = ({
  sessions = [],
  payments = [],
  ...rest
}: OrderChanges = {}): RequestedOrder => ({
  id: "order_01",
  status: "draft",
  created_at: new Date(),
  total: 100,
  payment_collections: [{ id: "paycol_01", payment_sessions: sessions, payments }],
  ...rest,
})

const OWN_SESSION = { id: "payses_01", status: "pending_authorization" }
const getPurchaseState = (rows: Partial<RequestRows>): string =>
  readRequestPurchaseState({
    sessionIds: ["payses_01"],
    superseded: false,
    order: buildOrder({ sessions: [OWN_SESSION] }),
    unchanged: true,
    ...rows,
  }).purchaseState

const buildPaidOrder = (change: { captured_at?: string; canceled_at?: string } = {}) =>
  buildOrder({
    sessions: [{ ...OWN_SESSION, status: "authorized" }],
    payments: [{ id: "pay_01", payment_session_id: "payses_01", amount: 100, ...change }],
  })
const buildOtherwisePaidOrder = (change: { captured_at?: string; amount?: number } = {}) =>
  buildOrder({
    sessions: [OWN_SESSION, { id: "payses_02", status: "authorized" }],
    payments: [{ id: "pay_02", payment_session_id: "payses_02", amount: 100, ...change }],
    summary: { pending_difference: 100 },
  })
/** Staff cancelled our payment during its capture; another payment pays `amount`. */
const buildOrderWithCancelledCapture = (amount: number) =>
  buildOrder({
    sessions: [OWN_SESSION, { id: "payses_02", status: "captured" }],
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
    ["open-request", "the order matches the request", {}],
    ["open-request", "its session is not created yet", { sessionIds: [], order: buildOrder() }],
    [
      "open-request",
      "a new session is being created",
      {
        order: buildOrder({
          sessions: [
            { id: "payses_09", status: "pending", provider_id: "pp_consumer-financing_x" },
          ],
        }),
      },
    ],
    [
      "open-request",
      "another payment was captured before",
      { order: buildOtherwisePaidOrder({ captured_at: "x" }) },
    ],
    ["changed-request", "the order was changed (C3)", { unchanged: false }],
    [
      "order-paid-otherwise",
      "another payment is authorized over the amount due",
      { order: buildOtherwisePaidOrder() },
    ],
    [
      "changed-request",
      "another payment is authorized over a part of it",
      { order: buildOtherwisePaidOrder({ amount: 99.99 }) },
    ],
    ["nothing", "the draft was deleted", { order: null }],
    ["nothing", "its session was removed", { order: buildOrder() }],
    ["nothing", "the request was withdrawn", { superseded: true }],
    [
      "cancelled-order",
      "the order was cancelled (C14)",
      {
        order: buildOrder({ sessions: [OWN_SESSION], status: "canceled" }),
      },
    ],
    ["authorized-order", "its payment is authorized", { order: buildPaidOrder() }],
    [
      "authorized-order",
      "its payment is authorized, and a later request exists",
      {
        order: buildPaidOrder(),
        superseded: true,
      },
    ],
    ["captured-order", "its payment is captured", { order: buildPaidOrder({ captured_at: "x" }) }],
    [
      "order-without-live-payment",
      "its payment was cancelled (C16)",
      {
        order: buildPaidOrder({ canceled_at: "x" }),
      },
    ],
    [
      "captured-order",
      "its payment was cancelled during capture, and another one pays a part",
      { order: buildOrderWithCancelledCapture(99.99) },
    ],
    [
      "captured-order",
      "its payment was cancelled during capture, and another one paid as much as is due",
      { order: { ...buildOrderWithCancelledCapture(40), summary: { pending_difference: 40 } } },
    ],
    [
      "order-without-live-payment",
      "its payment was cancelled during capture, and another one pays in full",
      { order: buildOrderWithCancelledCapture(100) },
    ],
    [
      "captured-order",
      "its payment was cancelled during capture, and a later request exists",
      { order: buildPaidOrder({ captured_at: "x", canceled_at: "x" }), superseded: true },
    ],
    [
      "nothing",
      "its payment was cancelled, and a later request exists",
      {
        order: buildPaidOrder({ canceled_at: "x" }),
        superseded: true,
      },
    ],
  ])("is %s when %s", (purchaseState, _name, rows) => {
    expect(getPurchaseState(rows)).toBe(purchaseState)
  })

  it("includes a captured payment even if core cancelled it", () => {
    const capturedCancelledOrder = buildPaidOrder({
      captured_at: "2026-01-01",
      canceled_at: "2026-01-01",
    })
    const readState = (order: Partial<RequestedOrder>, superseded: boolean) =>
      readRequestPurchaseState({
        sessionIds: ["payses_01"],
        superseded,
        order: { ...capturedCancelledOrder, ...order },
        unchanged: true,
      })
    expect(readState({ status: "canceled" }, true)).toMatchObject({
      purchaseState: "cancelled-order",
      payment: { id: "pay_01" },
    })
    expect(readState({}, false)).toMatchObject({
      purchaseState: "captured-order",
      payment: { id: "pay_01" },
    })
  })

  it("is nothing once its session is removed, even if an earlier session is authorized", () => {
    const earlierSession = {
      id: "payses_00",
      status: "authorized",
      provider_id: "pp_consumer-financing_x",
    }
    expect(getPurchaseState({ order: buildOrder({ sessions: [earlierSession] }) })).toBe("nothing")
  })
})
