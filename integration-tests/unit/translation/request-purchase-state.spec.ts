import type { RequestedOrder } from "../../../src/translation/requested-order"
import {
  readRequestPurchaseState,
  type RequestSide,
} from "../../../src/translation/request-purchase-state"

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
const purchaseStateOf = (side: Partial<RequestSide>): string =>
  readRequestPurchaseState({
    sessionIds: ["payses_01"],
    superseded: false,
    order: orderOf({ sessions: [OURS] }),
    unchanged: true,
    ...side,
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

describe("what stands on an application that staff asked for", () => {
  it.each<[string, string, Partial<RequestSide>]>([
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
  ])("%s: %s", (purchaseState, _what, side) => {
    expect(purchaseStateOf(side)).toBe(purchaseState)
  })

  it("is an order with its captured payment, also where core cancelled that meanwhile", () => {
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
