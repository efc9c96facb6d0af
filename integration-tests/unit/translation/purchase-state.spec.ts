import {
  findObstacle,
  isOtherMethodChosen,
  type PurchaseRows,
  readPurchaseState,
} from "../../../src/translation/purchase-state"
import type {
  CartSide,
  OrderSide,
  PaymentSide,
  SessionSide,
} from "../../../src/translation/medusa-rows"

const SESSION: SessionSide = {
  id: "payses_ours",
  status: "pending",
  provider_id: "pp_consumer-financing_default",
}
const PAYMENT: PaymentSide = { id: "pay_1", payment_session_id: "payses_ours", amount: 1000 }
const OTHER_SESSION: SessionSide = { id: "payses_other", status: "authorized" }
const NOW = "2026-01-02T03:04:05.000Z"

const cartWith = (...sessions: (SessionSide | null)[]): CartSide => ({
  payment_collection: { id: "paycol_1", payment_sessions: sessions, payments: [] },
})

const orderWith = (changes: Partial<OrderSide> & { payments?: PaymentSide[] } = {}): OrderSide => {
  const { payments = [], ...rest } = changes
  return {
    id: "order_1",
    total: 1000,
    status: "pending",
    created_at: NOW,
    payment_collections: [{ id: "paycol_1", payment_sessions: [SESSION], payments }],
    ...rest,
  }
}

const rowsOf = (changes: Partial<PurchaseRows> = {}): PurchaseRows => ({
  knownOrderId: null,
  sessionIds: ["payses_ours"],
  superseded: false,
  awaitsSession: false,
  cart: cartWith(SESSION),
  cartUnchanged: true,
  order: null,
  ...changes,
})

const purchaseState = (changes: Partial<PurchaseRows> = {}) =>
  readPurchaseState(rowsOf(changes)).purchaseState

describe("the purchase state of a cart", () => {
  it("is open-cart while our session exists and the cart is unchanged", () => {
    expect(readPurchaseState(rowsOf())).toEqual({
      purchaseState: "open-cart",
      session: SESSION,
      payment: null,
    })
  })

  it("is open-cart while a full application awaits its session, if the cart is open and unchanged", () => {
    const awaiting = { awaitsSession: true, sessionIds: [], cart: cartWith() }
    expect(purchaseState(awaiting)).toBe("open-cart")
    expect(purchaseState({ ...awaiting, cartUnchanged: false })).toBe("changed-cart")
    expect(purchaseState({ ...awaiting, superseded: true })).toBe("nothing")
    expect(purchaseState({ ...awaiting, cart: null })).toBe("nothing")
    expect(
      purchaseState({ ...awaiting, cart: { ...cartWith(), completed_at: "2026-01-01" } })
    ).toBe("nothing")
  })

  it("C3: is changed-cart once the cart differs", () => {
    expect(purchaseState({ cartUnchanged: false })).toBe("changed-cart")
  })

  it.each<[string, Partial<PurchaseRows>]>([
    ["the cart is gone", { cart: null }],
    ["the cart has no payment collection", { cart: { payment_collection: null } }],
    ["the session was removed", { cart: cartWith() }],
    ["the session was cancelled", { cart: cartWith({ ...SESSION, status: "canceled" }) }],
    [
      "the shopper switched to another method",
      { cart: cartWith({ id: "payses_2", status: "pending", provider_id: "pp_stripe_stripe" }) },
    ],
    ["another application replaced it", { superseded: true }],
  ])("is nothing when %s", (_what, changes) => {
    expect(purchaseState(changes)).toBe("nothing")
  })

  it("C5, C17: stays open-cart while a new session of our method is created", () => {
    const beingMade: SessionSide = { ...SESSION, id: "payses_new" }
    expect(readPurchaseState(rowsOf({ cart: cartWith(null, beingMade) })).purchaseState).toBe(
      "open-cart"
    )
  })
})

describe("the purchase state of an order", () => {
  const order = (changes?: Parameters<typeof orderWith>[0]) =>
    purchaseState({ order: orderWith(changes) })
  const captured: PaymentSide = { ...PAYMENT, captured_at: NOW }
  const cancelled: PaymentSide = { ...PAYMENT, canceled_at: NOW }

  it("is unpaid-order until a payment exists", () => {
    expect(order()).toBe("unpaid-order")
  })

  it("is unpaid-order while core has not linked the payments of a live order (C2)", () => {
    expect(readPurchaseState(rowsOf({ order: orderWith({ payment_collections: [] }) }))).toEqual({
      purchaseState: "unpaid-order",
      session: SESSION,
      payment: null,
    })
    expect(order({ payment_collections: [], status: "canceled" })).toBe("cancelled-order")
  })

  it("is authorized-order with a payment, and captured-order once it is captured", () => {
    expect(readPurchaseState(rowsOf({ order: orderWith({ payments: [PAYMENT] }) }))).toMatchObject({
      purchaseState: "authorized-order",
      payment: PAYMENT,
    })
    expect(order({ payments: [captured] })).toBe("captured-order")
  })

  it("A19: is order-without-live-payment when the only payment was cancelled", () => {
    expect(
      readPurchaseState(rowsOf({ order: orderWith({ payments: [cancelled] }) }))
    ).toMatchObject({
      purchaseState: "order-without-live-payment",
      payment: null,
    })
  })

  it("uses the captured one of two payments, else the one whose session exists", () => {
    const older: PaymentSide = { id: "pay_0", payment_session_id: "payses_older", amount: 1 }
    const seen = (...payments: PaymentSide[]) =>
      readPurchaseState(
        rowsOf({ sessionIds: ["payses_older", "payses_ours"], order: orderWith({ payments }) })
      )
    const capturedOlder = { ...older, captured_at: NOW }
    expect(seen(older, PAYMENT)).toMatchObject({ payment: PAYMENT })
    expect(seen(older)).toMatchObject({ payment: older })
    expect(seen(PAYMENT, capturedOlder)).toMatchObject({
      purchaseState: "captured-order",
      payment: capturedOlder,
    })
  })

  it("is read from our payment when core removed the session", () => {
    const bare = (payments: PaymentSide[]) => [{ id: "paycol_1", payment_sessions: [], payments }]
    expect(order({ payment_collections: bare([PAYMENT]) })).toBe("authorized-order")
    expect(order({ payment_collections: bare([cancelled]) })).toBe("order-without-live-payment")
  })

  it("is unpaid-order while a new session is created in any collection", () => {
    const made = { ...SESSION, id: "payses_new" }
    const payment_collections = [
      { id: "paycol_0", payment_sessions: [], payments: [] },
      { id: "paycol_1", payment_sessions: [made], payments: [] },
    ]
    expect(order({ payment_collections })).toBe("unpaid-order")
    expect(purchaseState({ order: orderWith({ payment_collections: [] }), cart: null })).toBe(
      "nothing"
    )
  })

  it("prefers the live payment to a cancelled one", () => {
    const other = { ...cancelled, id: "pay_0" }
    expect(order({ payments: [other, PAYMENT] })).toBe("authorized-order")
  })

  it.each([{ status: "canceled" }, { canceled_at: NOW }])(
    "C14: is cancelled-order with %j, even with a captured payment",
    (how) => {
      expect(order({ ...how, payments: [captured] })).toBe("cancelled-order")
      expect(order(how)).toBe("cancelled-order")
    }
  )

  it("includes a captured payment even if core cancelled it", () => {
    const both = { ...captured, canceled_at: NOW }
    const seen = (status: string) =>
      readPurchaseState(rowsOf({ order: orderWith({ status, payments: [both] }) }))
    expect(seen("canceled")).toMatchObject({ purchaseState: "cancelled-order", payment: both })
    expect(seen("pending")).toMatchObject({ purchaseState: "captured-order", payment: both })
  })

  it("is nothing when only another method has a session and a payment", () => {
    const paidOtherwise = orderWith({
      payment_collections: [
        {
          id: "paycol_1",
          payment_sessions: [{ id: "payses_other", status: "authorized" }],
          payments: [{ id: "pay_9", payment_session_id: "payses_other", amount: 1000 }],
        },
      ],
    })
    expect(readPurchaseState(rowsOf({ order: paidOtherwise }))).toEqual({
      purchaseState: "nothing",
      session: null,
      payment: null,
    })
  })

  it("is order-paid-otherwise when another method pays and our session has no payment", () => {
    const collection = (live: PaymentSide, sessions = [SESSION, OTHER_SESSION]) => [
      { id: "paycol_1", payment_sessions: sessions, payments: [live] },
    ]
    const other: PaymentSide = { id: "pay_9", payment_session_id: OTHER_SESSION.id, amount: 1000 }
    expect(order({ payment_collections: collection(other) })).toBe("order-paid-otherwise")
    const cancelledOther = { ...other, canceled_at: NOW }
    expect(order({ payment_collections: collection(cancelledOther) })).toBe("unpaid-order")
    // Never captured, and Medusa dropped its session: the shopper chose another method.
    expect(order({ payment_collections: collection(other, [SESSION]) })).toBe("unpaid-order")
  })

  it("is order-paid-otherwise only if other payments cover the whole order (C16)", () => {
    const paying = (payments: PaymentSide[]) => [
      { id: "paycol_1", payment_sessions: [SESSION, OTHER_SESSION], payments },
    ]
    const captured = (amount: number, changes: Partial<PaymentSide> = {}): PaymentSide => ({
      id: "pay_9",
      payment_session_id: OTHER_SESSION.id,
      amount,
      captured_at: NOW,
      captures: [{ id: "capt_9", amount, created_at: NOW }],
      ...changes,
    })
    const part = captured(999.98)
    expect(order({ payment_collections: paying([part]) })).toBe("unpaid-order")
    const cancelled = { ...PAYMENT, canceled_at: NOW }
    expect(order({ payment_collections: paying([cancelled, part]) })).toBe(
      "order-without-live-payment"
    )
    expect(order({ payment_collections: paying([captured(1000)]) })).toBe("order-paid-otherwise")
    const both = [captured(600), captured(400, { id: "pay_8" })]
    expect(order({ payment_collections: paying(both) })).toBe("order-paid-otherwise")
    const givenBack = captured(1000, { refunds: [{ id: "ref_1", amount: 0.01, created_at: NOW }] })
    expect(order({ payment_collections: paying([givenBack]) })).toBe("unpaid-order")
  })

  it("C13: is unpaid-order for a known order whose session core deleted", () => {
    const order = orderWith({ payment_collections: [{ id: "paycol_1" }] })
    expect(purchaseState({ order })).toBe("nothing")
    expect(purchaseState({ order, knownOrderId: "order_1" })).toBe("unpaid-order")
    expect(purchaseState({ order, knownOrderId: "order_2" })).toBe("nothing")
  })

  it("C13: is unpaid-order for an unknown order while a new session of our method is created", () => {
    const made = { ...SESSION, id: "payses_new" }
    const taking = (session: SessionSide, changes: Partial<PurchaseRows> = {}) =>
      purchaseState({
        order: orderWith({
          payment_collections: [{ id: "paycol_1", payment_sessions: [session], payments: [] }],
        }),
        ...changes,
      })
    expect(taking(made)).toBe("unpaid-order")
    expect(taking(made, { superseded: true })).toBe("nothing")
    expect(taking({ ...made, provider_id: "pp_system_default" })).toBe("nothing")
  })

  it("is read from any payment collection, and skips null rows", () => {
    const order = orderWith({
      payment_collections: [
        null,
        { id: "paycol_0", payment_sessions: [null], payments: null },
        { id: "paycol_1", payment_sessions: [SESSION], payments: [null, PAYMENT] },
      ],
    })
    expect(purchaseState({ order })).toBe("authorized-order")
  })

  it("is never open-cart once an order exists", () => {
    expect(purchaseState({ order: orderWith(), cart: cartWith(SESSION) })).toBe("unpaid-order")
  })
})

describe("the obstacle to the completion of a cart", () => {
  const obstacle = (cart: CartSide | null) => findObstacle(cart, ["payses_ours"])

  it("is null while core would use only our session", () => {
    expect(obstacle(null)).toBeNull()
    expect(obstacle(cartWith(SESSION))).toBeNull()
    const dead = { id: "payses_2", status: "canceled", provider_id: "pp_stripe_stripe" }
    expect(obstacle(cartWith(dead, SESSION))).toBeNull()
  })

  it.each(["pending", "requires_more", "authorized", "captured", "pending_authorization"])(
    "C18: is another session with status %s, which core might use instead",
    (status) => {
      const other = { id: "payses_2", status, provider_id: "pp_stripe_stripe" }
      expect(obstacle(cartWith(other, SESSION))).toContain("another payment session")
    }
  )

  it("A19: is a payment that core cancelled after a failed completion", () => {
    const cart: CartSide = {
      payment_collection: {
        id: "paycol_1",
        payment_sessions: [SESSION],
        payments: [{ ...PAYMENT, canceled_at: NOW }],
      },
    }
    expect(obstacle(cart)).toContain("Medusa cancelled its payment")
    const dead = { id: "payses_2", status: "canceled", provider_id: "pp_stripe_stripe" }
    const collection = { ...cart.payment_collection, id: "paycol_1" }
    const twoSessions = { payment_collection: { ...collection, payment_sessions: [dead, SESSION] } }
    expect(obstacle(twoSessions)).toContain("Medusa cancelled its payment")
    expect(obstacle({ payment_collection: null })).toBeNull()
  })

  it("A19: is null once the shopper has chosen the method again", () => {
    const cart: CartSide = {
      payment_collection: {
        id: "paycol_1",
        payment_sessions: [SESSION],
        payments: [{ ...PAYMENT, payment_session_id: "payses_older", canceled_at: NOW }],
      },
    }
    expect(obstacle(cart)).toBeNull()
  })
})

describe("another payment method chosen for an order", () => {
  const chosen = (...sessions: (SessionSide | null)[]) =>
    isOtherMethodChosen(
      orderWith({ payment_collections: [null, { id: "paycol_1", payment_sessions: sessions }] }),
      ["payses_ours"]
    )
  const card = (status: string): SessionSide => ({
    ...OTHER_SESSION,
    status,
    provider_id: "pp_card",
  })

  it.each(["pending", "requires_more", "pending_authorization"])(
    "counts while its session is %s",
    (status) => {
      expect(chosen(null, SESSION, card(status))).toBe(true)
    }
  )

  it.each(["authorized", "captured", "canceled", "error"])("does not count when %s", (status) => {
    expect(chosen(card(status))).toBe(false)
  })

  it("is neither the financing's session nor a new session of our method", () => {
    expect(chosen(SESSION, { ...SESSION, id: "payses_new" })).toBe(false)
    expect(chosen({ id: "payses_unknown", status: "pending" })).toBe(true)
    expect(isOtherMethodChosen(orderWith({ payment_collections: null }), [])).toBe(false)
  })
})
