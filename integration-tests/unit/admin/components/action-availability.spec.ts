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
  // The cast: an AdminOrder has many fields; getActionAvailability reads only these.
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
  // The cast: ApplicationDetails has many fields; getActionAvailability reads only these.
  return file as ApplicationDetails
}

const AUTHORIZED = orderWith([{ id: "pay_1" }])
const CAPTURED = orderWith([{ id: "pay_1", captured_at: "2026-01-01" }])
const DOUBT = {
  review_cases: [{ cause: "doubt", acknowledged: null, operation: { kind: "settle" } }],
}

const offered = (order: AdminOrder, file: ApplicationDetails, others: Application[] = []) =>
  getActionAvailability({ order, file, others })

describe("getActionAvailability", () => {
  it("offers settle and cancel for a signed application before the capture", () => {
    expect(offered(AUTHORIZED, fileOf())).toEqual({
      settle: "available",
      refund: null,
      cancel: "available",
    })
  })

  it("offers a refund and no cancel once the loan is paid out", () => {
    const expected = { settle: null, refund: "available", cancel: "paid-out" }
    expect(offered(CAPTURED, fileOf({ state: "funded", code: "C" }))).toEqual(expected)
  })

  it("N2: offers a refund and no cancel after the settle, before the payout", () => {
    const expected = { settle: null, refund: "available", cancel: "paid-out" }
    expect(offered(CAPTURED, fileOf({ state: "settling" }))).toEqual(expected)
  })

  it("offers no settle when the service's amount differs, and no refund when the service reports one", () => {
    expect(offered(AUTHORIZED, fileOf({ service_cents: 90 })).settle).toBe("other-amount")
    expect(offered(CAPTURED, fileOf({ state: "funded", code: "T" })).refund).toBe("case-open")
  })

  it("blocks settle, cancel and refund with call-open while an operation is in doubt", () => {
    expect(offered(AUTHORIZED, fileOf(DOUBT))).toMatchObject({
      settle: "call-open",
      cancel: "call-open",
    })
    expect(offered(CAPTURED, fileOf({ ...DOUBT, state: "funded" }))).toMatchObject({
      refund: "call-open",
    })
  })

  it("blocks refund and cancel with sign-again until the customer signs the new contract", () => {
    const unsigned = fileOf({ ...DOUBT, state: "awaiting-customer", code: "B" })
    expect(offered(CAPTURED, unsigned)).toMatchObject({
      refund: "sign-again",
      cancel: "sign-again",
    })
  })

  it("offers no settle while a review case is open, or before the customer signs", () => {
    const open = { review_cases: [{ cause: "amounts", acknowledged: null, operation: null }] }
    expect(offered(AUTHORIZED, fileOf(open)).settle).toBe("case-open")
    expect(offered(AUTHORIZED, fileOf({ code: "A" })).settle).toBe("not-ready")
  })

  it("offers no cancel once goods are packed, another application is funded, or the order is cancelled", () => {
    const packed = orderWith([{ id: "pay_1" }], { fulfillments: [{ id: "ful_1" }] })
    expect(offered(packed, fileOf()).cancel).toBe("packed")
    const other = { state: "funded", review_reason: null } as Application
    expect(offered(AUTHORIZED, fileOf(), [other]).cancel).toBe("other-open")
    const cancelled = orderWith([{ id: "pay_1" }], { status: "canceled" })
    expect(offered(cancelled, fileOf({ state: "cancelled" })).cancel).toBeNull()
  })
})
