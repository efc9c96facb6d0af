import type { Cents } from "../../../domain/money"
import type { PartialRefundBody } from "../../../financing-api"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord } from "../records"
import type { WhoAsked } from "../store/journal"
import type { Happened } from "../store/timeline"

/** Another refund row of the same payment, and when it was written (milliseconds). */
export type OtherRefund = { id: string; cents: Cents; writtenAt: number }

/** What Medusa says about a refund and the others of its payment. */
export type RefundFacts = {
  /** What Medusa captured, refunded before this refund, and refunds now. */
  captured: Cents
  refundedBefore: Cents
  amount: Cents
  others: OtherRefund[]
  /** Endpoint 13's body, the cart as it is after the refund; null when nothing remains of it. */
  remainingCart: PartialRefundBody | null
}

export type RefundInput = {
  applicationId: string
  /** Medusa's refund row. */
  reference: string
  /** Why, for a full refund (endpoint 12 has the field, 13 has not). */
  reason: string
  askedBy: WhoAsked
  /** Reads the plan. It is read under the lease, when nobody else can refund. */
  readFacts: () => Promise<RefundFacts>
}

/** A refund with everything that was found out before its call. */
export type RefundInHand = Pick<RefundInput, "reference" | "reason"> & {
  lease: Lease
  application: ApplicationRecord
  /** The newest of its chain. */
  token: string
  /** What the service is to finance afterwards. */
  remaining: Cents
  /** What the timeline says as it is sent. */
  happened: Happened
}
