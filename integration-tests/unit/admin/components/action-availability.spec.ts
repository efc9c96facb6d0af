import type { AdminOrder } from "@medusajs/framework/types"
import { getActionAvailability } from "../../../../src/admin/components/action-availability"
import type { Application, ApplicationDetails } from "../../../../src/admin/queries/api-types"

type Payment = { id: string; captured_at?: string; canceled_at?: string }

function buildOrder(payments: Payment[], changes: object = {}): AdminOrder {
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

function buildDetails(changes: object = {}): ApplicationDetails {
  const details: unknown = {
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
  return details as ApplicationDetails
}

const AUTHORIZED = buildOrder([{ id: "pay_1" }])
const CAPTURED = buildOrder([{ id: "pay_1", captured_at: "2026-01-01" }])
const IN_DOUBT = {
  review_cases: [{ cause: "doubt", acknowledged: null, operation: { kind: "settle" } }],
}

const getAvailability = (order: AdminOrder, file: ApplicationDetails, others: Application[] = []) =>
  getActionAvailability({ order, file, others })

describe("getActionAvailability", () => {
  it("offers settle and cancel for a signed application before the capture", () => {
    expect(getAvailability(AUTHORIZED, buildDetails())).toEqual({
      settle: "available",
      refund: null,
      cancel: "available",
    })
  })

  it("offers a refund and no cancel once the loan is paid out", () => {
    const expected = { settle: null, refund: "available", cancel: "paid-out" }
    expect(getAvailability(CAPTURED, buildDetails({ state: "funded", code: "C" }))).toEqual(
      expected
    )
  })

  it("N2: offers a refund and no cancel after the settle, before the payout", () => {
    const expected = { settle: null, refund: "available", cancel: "paid-out" }
    expect(getAvailability(CAPTURED, buildDetails({ state: "settling" }))).toEqual(expected)
  })

  it("offers no settle when the service's amount differs, and no refund when the service reports one", () => {
    expect(getAvailability(AUTHORIZED, buildDetails({ service_cents: 90 })).settle).toBe(
      "other-amount"
    )
    expect(getAvailability(CAPTURED, buildDetails({ state: "funded", code: "T" })).refund).toBe(
      "case-open"
    )
  })

  it("blocks settle, cancel and refund with call-open while an operation is in doubt", () => {
    expect(getAvailability(AUTHORIZED, buildDetails(IN_DOUBT))).toMatchObject({
      settle: "call-open",
      cancel: "call-open",
    })
    expect(getAvailability(CAPTURED, buildDetails({ ...IN_DOUBT, state: "funded" }))).toMatchObject(
      {
        refund: "call-open",
      }
    )
  })

  it("blocks refund and cancel with sign-again until the customer signs the new contract", () => {
    const unsigned = buildDetails({ ...IN_DOUBT, state: "awaiting-customer", code: "B" })
    expect(getAvailability(CAPTURED, unsigned)).toMatchObject({
      refund: "sign-again",
      cancel: "sign-again",
    })
  })

  it("offers no settle while a review case is open, or before the customer signs", () => {
    const withOpenCase = {
      review_cases: [{ cause: "amounts", acknowledged: null, operation: null }],
    }
    expect(getAvailability(AUTHORIZED, buildDetails(withOpenCase)).settle).toBe("case-open")
    expect(getAvailability(AUTHORIZED, buildDetails({ code: "A" })).settle).toBe("not-ready")
  })

  it("offers no cancel once goods are packed, another application is funded, or the order is cancelled", () => {
    const packed = buildOrder([{ id: "pay_1" }], { fulfillments: [{ id: "ful_1" }] })
    expect(getAvailability(packed, buildDetails()).cancel).toBe("packed")
    const other = { state: "funded", review_reason: null } as Application
    expect(getAvailability(AUTHORIZED, buildDetails(), [other]).cancel).toBe("other-open")
    const cancelled = buildOrder([{ id: "pay_1" }], { status: "canceled" })
    expect(getAvailability(cancelled, buildDetails({ state: "cancelled" })).cancel).toBeNull()
  })
})
