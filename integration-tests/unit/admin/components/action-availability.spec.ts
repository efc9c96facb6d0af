import type { AdminOrder } from "@medusajs/framework/types"
import { getActionAvailability } from "../../../../src/admin/components/action-availability"
import type { Application, ApplicationDetails } from "../../../../src/admin/queries/api-types"

type Payment = { id: string; captured_at?: string; canceled_at?: string }

function orderWith(payments: Payment[], changes: object = {}): AdminOrder {
  const order: unknown = {
    id: "order_1",
    status: "pending",
    fulfillments: [],
    payment_collections: [{ payments }],
    ...changes,
  }
  // The cast: an order of Medusa has many fields; these decide what is possible.
  return order as AdminOrder
}

function fileOf(changes: object = {}): ApplicationDetails {
  const file: unknown = {
    state: "ready-to-settle",
    code: "S",
    payment_id: "pay_1",
    financed_cents: 100,
    refunded_cents: 0,
    service_cents: 100,
    review_cases: [],
    ...changes,
  }
  // The cast: the answer has many fields; these decide what is possible.
  return file as ApplicationDetails
}

const AUTHORIZED = orderWith([{ id: "pay_1" }])
const CAPTURED = orderWith([{ id: "pay_1", captured_at: "2026-01-01" }])
const DOUBT = {
  review_cases: [{ cause: "doubt", acknowledged: null, operation: { kind: "settle" } }],
}

const offered = (order: AdminOrder, file: ApplicationDetails, others: Application[] = []) =>
  getActionAvailability({ order, file, others })

describe("what the panel of an order offers", () => {
  it("is to ask for the payment and to cancel, while it is signed and nothing was captured", () => {
    expect(offered(AUTHORIZED, fileOf())).toEqual({
      settle: "available",
      refund: null,
      cancel: "available",
    })
  })

  it("is to refund what was paid out, and not to cancel it before", () => {
    const expected = { settle: null, refund: "available", cancel: "paid-out" }
    expect(offered(CAPTURED, fileOf({ state: "funded", code: "C" }))).toEqual(expected)
  })

  it("N2: is to refund what was requested and answered, before it is paid out", () => {
    const expected = { settle: null, refund: "available", cancel: "paid-out" }
    expect(offered(CAPTURED, fileOf({ state: "settling" }))).toEqual(expected)
  })

  it("requests no payment over another amount, and refunds nothing that the service reads as refunded", () => {
    expect(offered(AUTHORIZED, fileOf({ service_cents: 90 })).settle).toBe("other-amount")
    expect(offered(CAPTURED, fileOf({ state: "funded", code: "T" })).refund).toBe("case-open")
  })

  it("is nothing while a call has no answer, with that as the reason", () => {
    expect(offered(AUTHORIZED, fileOf(DOUBT))).toMatchObject({
      settle: "call-open",
      cancel: "call-open",
    })
    expect(offered(CAPTURED, fileOf({ ...DOUBT, state: "funded" }))).toMatchObject({
      refund: "call-open",
    })
  })

  it("is nothing until the customer signs the new contract, with that as the reason", () => {
    const unsigned = fileOf({ ...DOUBT, state: "awaiting-customer", code: "B" })
    expect(offered(CAPTURED, unsigned)).toMatchObject({
      refund: "sign-again",
      cancel: "sign-again",
    })
  })

  it("is no payment before a case is decided, or before the customer signed", () => {
    const open = { review_cases: [{ cause: "amounts", acknowledged: null, operation: null }] }
    expect(offered(AUTHORIZED, fileOf(open)).settle).toBe("case-open")
    expect(offered(AUTHORIZED, fileOf({ code: "A" })).settle).toBe("not-ready")
  })

  it("is no cancellation once goods are packed, or another financing is funded", () => {
    const packed = orderWith([{ id: "pay_1" }], { fulfillments: [{ id: "ful_1" }] })
    expect(offered(packed, fileOf()).cancel).toBe("packed")
    const other = { state: "funded", review_reason: null } as Application
    expect(offered(AUTHORIZED, fileOf(), [other]).cancel).toBe("other-open")
    const cancelled = orderWith([{ id: "pay_1" }], { status: "canceled" })
    expect(offered(cancelled, fileOf({ state: "cancelled" })).cancel).toBeNull()
  })
})
