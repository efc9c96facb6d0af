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

const buildCart = (...sessions: (SessionSide | null)[]): CartSide => ({
  payment_collection: { id: "paycol_1", payment_sessions: sessions, payments: [] },
})

const buildOrder = (changes: Partial<OrderSide> & { payments?: PaymentSide[] } = {}): OrderSide => {
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

const buildRows = (changes: Partial<PurchaseRows> = {}): PurchaseRows => ({
  knownOrderId: null,
  sessionIds: ["payses_ours"],
  superseded: false,
  awaitsSession: false,
  cart: buildCart(SESSION),
  cartUnchanged: true,
  order: null,
  ...changes,
})

const getPurchaseState = (changes: Partial<PurchaseRows> = {}) =>
  readPurchaseState(buildRows(changes)).purchaseState

describe("the purchase state of a cart", () => {
  it("is open-cart while our session exists and the cart is unchanged", () => {
    expect(readPurchaseState(buildRows())).toEqual({
      purchaseState: "open-cart",
      session: SESSION,
      payment: null,
    })
  })

  it("is open-cart while a full application awaits its session, if the cart is open and unchanged", () => {
    const awaitingSession = { awaitsSession: true, sessionIds: [], cart: buildCart() }
    expect(getPurchaseState(awaitingSession)).toBe("open-cart")
    expect(getPurchaseState({ ...awaitingSession, cartUnchanged: false })).toBe("changed-cart")
    expect(getPurchaseState({ ...awaitingSession, superseded: true })).toBe("nothing")
    expect(getPurchaseState({ ...awaitingSession, cart: null })).toBe("nothing")
    expect(
      getPurchaseState({ ...awaitingSession, cart: { ...buildCart(), completed_at: "2026-01-01" } })
    ).toBe("nothing")
  })

  it("C3: is changed-cart once the cart differs", () => {
    expect(getPurchaseState({ cartUnchanged: false })).toBe("changed-cart")
  })

  it.each<[string, Partial<PurchaseRows>]>([
    ["the cart is gone", { cart: null }],
    ["the cart has no payment collection", { cart: { payment_collection: null } }],
    ["the session was removed", { cart: buildCart() }],
    ["the session was cancelled", { cart: buildCart({ ...SESSION, status: "canceled" }) }],
    [
      "the shopper switched to another method",
      { cart: buildCart({ id: "payses_2", status: "pending", provider_id: "pp_stripe_stripe" }) },
    ],
    ["another application replaced it", { superseded: true }],
  ])("is nothing when %s", (_name, changes) => {
    expect(getPurchaseState(changes)).toBe("nothing")
  })

  it("C5, C17: stays open-cart while a new session of our method is created", () => {
    const newSession: SessionSide = { ...SESSION, id: "payses_new" }
    expect(readPurchaseState(buildRows({ cart: buildCart(null, newSession) })).purchaseState).toBe(
      "open-cart"
    )
  })
})

describe("the purchase state of an order", () => {
  const getOrderState = (changes?: Parameters<typeof buildOrder>[0]) =>
    getPurchaseState({ order: buildOrder(changes) })
  const capturedPayment: PaymentSide = { ...PAYMENT, captured_at: NOW }
  const cancelledPayment: PaymentSide = { ...PAYMENT, canceled_at: NOW }

  it("is unpaid-order until a payment exists", () => {
    expect(getOrderState()).toBe("unpaid-order")
  })

  it("is unpaid-order while core has not linked the payments of a live order (C2)", () => {
    expect(
      readPurchaseState(buildRows({ order: buildOrder({ payment_collections: [] }) }))
    ).toEqual({
      purchaseState: "unpaid-order",
      session: SESSION,
      payment: null,
    })
    expect(getOrderState({ payment_collections: [], status: "canceled" })).toBe("cancelled-order")
  })

  it("is authorized-order with a payment, and captured-order once it is captured", () => {
    expect(
      readPurchaseState(buildRows({ order: buildOrder({ payments: [PAYMENT] }) }))
    ).toMatchObject({
      purchaseState: "authorized-order",
      payment: PAYMENT,
    })
    expect(getOrderState({ payments: [capturedPayment] })).toBe("captured-order")
  })

  it("A19: is order-without-live-payment when the only payment was cancelled", () => {
    expect(
      readPurchaseState(buildRows({ order: buildOrder({ payments: [cancelledPayment] }) }))
    ).toMatchObject({
      purchaseState: "order-without-live-payment",
      payment: null,
    })
  })

  it("uses the captured one of two payments, else the one whose session exists", () => {
    const olderPayment: PaymentSide = { id: "pay_0", payment_session_id: "payses_older", amount: 1 }
    const readWithPayments = (...payments: PaymentSide[]) =>
      readPurchaseState(
        buildRows({ sessionIds: ["payses_older", "payses_ours"], order: buildOrder({ payments }) })
      )
    const capturedOlder = { ...olderPayment, captured_at: NOW }
    expect(readWithPayments(olderPayment, PAYMENT)).toMatchObject({ payment: PAYMENT })
    expect(readWithPayments(olderPayment)).toMatchObject({ payment: olderPayment })
    expect(readWithPayments(PAYMENT, capturedOlder)).toMatchObject({
      purchaseState: "captured-order",
      payment: capturedOlder,
    })
  })

  it("is read from our payment when core removed the session", () => {
    const buildCollections = (payments: PaymentSide[]) => [
      { id: "paycol_1", payment_sessions: [], payments },
    ]
    expect(getOrderState({ payment_collections: buildCollections([PAYMENT]) })).toBe(
      "authorized-order"
    )
    expect(getOrderState({ payment_collections: buildCollections([cancelledPayment]) })).toBe(
      "order-without-live-payment"
    )
  })

  it("is unpaid-order while a new session is created in any collection", () => {
    const newSession = { ...SESSION, id: "payses_new" }
    const payment_collections = [
      { id: "paycol_0", payment_sessions: [], payments: [] },
      { id: "paycol_1", payment_sessions: [newSession], payments: [] },
    ]
    expect(getOrderState({ payment_collections })).toBe("unpaid-order")
    expect(getPurchaseState({ order: buildOrder({ payment_collections: [] }), cart: null })).toBe(
      "nothing"
    )
  })

  it("prefers the live payment to a cancelled one", () => {
    const otherPayment = { ...cancelledPayment, id: "pay_0" }
    expect(getOrderState({ payments: [otherPayment, PAYMENT] })).toBe("authorized-order")
  })

  it.each([{ status: "canceled" }, { canceled_at: NOW }])(
    "C14: is cancelled-order with %j, even with a captured payment",
    (changes) => {
      expect(getOrderState({ ...changes, payments: [capturedPayment] })).toBe("cancelled-order")
      expect(getOrderState(changes)).toBe("cancelled-order")
    }
  )

  it("includes a captured payment even if core cancelled it", () => {
    const capturedCancelledPayment = { ...capturedPayment, canceled_at: NOW }
    const readWithStatus = (status: string) =>
      readPurchaseState(
        buildRows({ order: buildOrder({ status, payments: [capturedCancelledPayment] }) })
      )
    expect(readWithStatus("canceled")).toMatchObject({
      purchaseState: "cancelled-order",
      payment: capturedCancelledPayment,
    })
    expect(readWithStatus("pending")).toMatchObject({
      purchaseState: "captured-order",
      payment: capturedCancelledPayment,
    })
  })

  it("is nothing when only another method has a session and a payment", () => {
    const orderPaidOtherwise = buildOrder({
      payment_collections: [
        {
          id: "paycol_1",
          payment_sessions: [{ id: "payses_other", status: "authorized" }],
          payments: [{ id: "pay_9", payment_session_id: "payses_other", amount: 1000 }],
        },
      ],
    })
    expect(readPurchaseState(buildRows({ order: orderPaidOtherwise }))).toEqual({
      purchaseState: "nothing",
      session: null,
      payment: null,
    })
  })

  it("is order-paid-otherwise when another method pays and our session has no payment", () => {
    const buildCollections = (payment: PaymentSide, sessions = [SESSION, OTHER_SESSION]) => [
      { id: "paycol_1", payment_sessions: sessions, payments: [payment] },
    ]
    const otherPayment: PaymentSide = {
      id: "pay_9",
      payment_session_id: OTHER_SESSION.id,
      amount: 1000,
    }
    expect(getOrderState({ payment_collections: buildCollections(otherPayment) })).toBe(
      "order-paid-otherwise"
    )
    const cancelledOther = { ...otherPayment, canceled_at: NOW }
    expect(getOrderState({ payment_collections: buildCollections(cancelledOther) })).toBe(
      "unpaid-order"
    )
    // Never captured, and Medusa dropped its session: the shopper chose another method.
    expect(getOrderState({ payment_collections: buildCollections(otherPayment, [SESSION]) })).toBe(
      "unpaid-order"
    )
  })

  it("is order-paid-otherwise only if other payments cover the whole order (C16)", () => {
    const buildCollections = (payments: PaymentSide[]) => [
      { id: "paycol_1", payment_sessions: [SESSION, OTHER_SESSION], payments },
    ]
    const buildCapturedPayment = (
      amount: number,
      changes: Partial<PaymentSide> = {}
    ): PaymentSide => ({
      id: "pay_9",
      payment_session_id: OTHER_SESSION.id,
      amount,
      captured_at: NOW,
      captures: [{ id: "capt_9", amount, created_at: NOW }],
      ...changes,
    })
    const partialPayment = buildCapturedPayment(999.98)
    expect(getOrderState({ payment_collections: buildCollections([partialPayment]) })).toBe(
      "unpaid-order"
    )
    const ownCancelledPayment = { ...PAYMENT, canceled_at: NOW }
    expect(
      getOrderState({
        payment_collections: buildCollections([ownCancelledPayment, partialPayment]),
      })
    ).toBe("order-without-live-payment")
    expect(
      getOrderState({ payment_collections: buildCollections([buildCapturedPayment(1000)]) })
    ).toBe("order-paid-otherwise")
    const twoPayments = [buildCapturedPayment(600), buildCapturedPayment(400, { id: "pay_8" })]
    expect(getOrderState({ payment_collections: buildCollections(twoPayments) })).toBe(
      "order-paid-otherwise"
    )
    const refundedPayment = buildCapturedPayment(1000, {
      refunds: [{ id: "ref_1", amount: 0.01, created_at: NOW }],
    })
    expect(getOrderState({ payment_collections: buildCollections([refundedPayment]) })).toBe(
      "unpaid-order"
    )
  })

  it("C13: is unpaid-order for a known order whose session core deleted", () => {
    const order = buildOrder({ payment_collections: [{ id: "paycol_1" }] })
    expect(getPurchaseState({ order })).toBe("nothing")
    expect(getPurchaseState({ order, knownOrderId: "order_1" })).toBe("unpaid-order")
    expect(getPurchaseState({ order, knownOrderId: "order_2" })).toBe("nothing")
  })

  it("C13: is unpaid-order for an unknown order while a new session of our method is created", () => {
    const newSession = { ...SESSION, id: "payses_new" }
    const getStateWithSession = (session: SessionSide, changes: Partial<PurchaseRows> = {}) =>
      getPurchaseState({
        order: buildOrder({
          payment_collections: [{ id: "paycol_1", payment_sessions: [session], payments: [] }],
        }),
        ...changes,
      })
    expect(getStateWithSession(newSession)).toBe("unpaid-order")
    expect(getStateWithSession(newSession, { superseded: true })).toBe("nothing")
    expect(getStateWithSession({ ...newSession, provider_id: "pp_system_default" })).toBe("nothing")
  })

  it("is read from any payment collection, and skips null rows", () => {
    const order = buildOrder({
      payment_collections: [
        null,
        { id: "paycol_0", payment_sessions: [null], payments: null },
        { id: "paycol_1", payment_sessions: [SESSION], payments: [null, PAYMENT] },
      ],
    })
    expect(getPurchaseState({ order })).toBe("authorized-order")
  })

  it("is never open-cart once an order exists", () => {
    expect(getPurchaseState({ order: buildOrder(), cart: buildCart(SESSION) })).toBe("unpaid-order")
  })
})

describe("the obstacle to the completion of a cart", () => {
  const findCartObstacle = (cart: CartSide | null) => findObstacle(cart, ["payses_ours"])

  it("is null while core would use only our session", () => {
    expect(findCartObstacle(null)).toBeNull()
    expect(findCartObstacle(buildCart(SESSION))).toBeNull()
    const cancelledSession = { id: "payses_2", status: "canceled", provider_id: "pp_stripe_stripe" }
    expect(findCartObstacle(buildCart(cancelledSession, SESSION))).toBeNull()
  })

  it.each(["pending", "requires_more", "authorized", "captured", "pending_authorization"])(
    "C18: is another session with status %s, which core might use instead",
    (status) => {
      const otherSession = { id: "payses_2", status, provider_id: "pp_stripe_stripe" }
      expect(findCartObstacle(buildCart(otherSession, SESSION))).toContain(
        "another payment session"
      )
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
    expect(findCartObstacle(cart)).toContain("Medusa cancelled its payment")
    const cancelledSession = { id: "payses_2", status: "canceled", provider_id: "pp_stripe_stripe" }
    const collection = { ...cart.payment_collection, id: "paycol_1" }
    const twoSessions = {
      payment_collection: { ...collection, payment_sessions: [cancelledSession, SESSION] },
    }
    expect(findCartObstacle(twoSessions)).toContain("Medusa cancelled its payment")
    expect(findCartObstacle({ payment_collection: null })).toBeNull()
  })

  it("A19: is null once the shopper has chosen the method again", () => {
    const cart: CartSide = {
      payment_collection: {
        id: "paycol_1",
        payment_sessions: [SESSION],
        payments: [{ ...PAYMENT, payment_session_id: "payses_older", canceled_at: NOW }],
      },
    }
    expect(findCartObstacle(cart)).toBeNull()
  })
})

describe("another payment method chosen for an order", () => {
  const isOtherChosen = (...sessions: (SessionSide | null)[]) =>
    isOtherMethodChosen(
      buildOrder({ payment_collections: [null, { id: "paycol_1", payment_sessions: sessions }] }),
      ["payses_ours"]
    )
  const buildCardSession = (status: string): SessionSide => ({
    ...OTHER_SESSION,
    status,
    provider_id: "pp_card",
  })

  it.each(["pending", "requires_more", "pending_authorization"])(
    "counts while its session is %s",
    (status) => {
      expect(isOtherChosen(null, SESSION, buildCardSession(status))).toBe(true)
    }
  )

  it.each(["authorized", "captured", "canceled", "error"])("does not count when %s", (status) => {
    expect(isOtherChosen(buildCardSession(status))).toBe(false)
  })

  it("is neither the financing's session nor a new session of our method", () => {
    expect(isOtherChosen(SESSION, { ...SESSION, id: "payses_new" })).toBe(false)
    expect(isOtherChosen({ id: "payses_unknown", status: "pending" })).toBe(true)
    expect(isOtherMethodChosen(buildOrder({ payment_collections: null }), [])).toBe(false)
  })
})
