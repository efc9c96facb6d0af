import type { ApplicationState } from "./application-state"
import type { Cents } from "./money"
import type { Situation } from "./next-action"
import type { PurchaseState } from "./purchase-state"

/** An order's current total, if it differs from the signed one. */
export type OrderEdit = {
  total: Cents
  /** The customer's outstanding amount; negative for a credit. */
  owed: Cents
  /** The sum of other payments, and the rest. */
  paidOtherwise: Cents
  left: Cents
  /** The amount is unchanged, with other goods or another address. */
  otherGoods: boolean
}

/** One application as read: at the service, in Medusa, and in the journal. Amounts in cents. */
export type Observation = Situation & {
  /** Hours since the customer was sent to the service. */
  hoursOpen: number
  /** Hours since the service first read ready to settle; null before that. */
  hoursReady: number | null
  /** The plugin's own record. */
  record: {
    state: ApplicationState
    settled: boolean
    financed: number
    refunded: number
    /** The service's financed amount; null if it named none. */
    service: number | null
    isTaxExempt: boolean
    hasLink: boolean
    /** No longer the live application of its cart or order. */
    isReleased: boolean
    /** The reason of a requested cancellation. */
    endReason: string | null
  }
  journal: {
    /** A settle of the loan under its current token was sent. */
    settleSent: boolean
    /** Hours since the service confirmed a settle; null if it did not. */
    hoursSettled: number | null
    /** A newer token has replaced the first one. */
    isReplaced: boolean
    /** The unfinished operation was answered with a new token. */
    hasNewToken: boolean
  }
  /** Sums of Medusa's payment. */
  payment: {
    captured: number
    refunded: number
    /** Medusa's financed minus refunded amount. */
    counted: number
    /** Confirmed refunds that Medusa's rows lack. */
    missing: number
  }
  order: {
    /** Seconds since it was placed; null if there is no order. */
    age: number | null
    edit: OrderEdit | null
    /** The only unfulfilled items, and the hours since the order's goods left. */
    unfulfilled: { titles: readonly string[]; hours: number } | null
    /** The sum of other payments for an order placed under review. */
    paidOtherwise: number
    /** Another method was chosen for such an order and has not paid yet. */
    isOtherMethodChosen: boolean
    /**
     * Goods have left and are not all back; read only after the financing ended without a loan, and while an order's
     * request is unsigned once all of its goods have left.
     */
    hasUnreturnedGoods: boolean
  }
  /** The amount due on the order that staff requested; null if they requested none. */
  request: { due: number | null; isPaidElsewhere: boolean; isDraft: boolean } | null
  /** Seconds until Medusa's rows about money are read again; null if none is pending. */
  ledgerDue: number | null
}

/** Data about an application for which the service gives no status. */
export type Silence = {
  /** The service is unreachable, refuses to answer, or has no credentials here. */
  because: "unreachable" | "refused" | "no-credentials"
  environment: string
  state: ApplicationState
  purchaseState: PurchaseState
  /** Whether the outage is an alarm, which counts its shoppers. */
  isAlarm: boolean
  /** Seconds since the creation, and since the service's last answer about it. */
  secondsOpen: number
  secondsUnheard: number
  /** Seconds between two checks at the schedule's current step. */
  secondsApart: number
}

/** Why no decision is possible now. */
export type Unclear =
  /** Another process reconciles it, no token exists yet, or the service does not answer. */
  | { unclear: "unanswered"; ledgerDue: number | null; silence: Silence | null }
  /** The order is being created from its cart, for the given seconds. */
  | { unclear: "being-placed"; age: number }
  /** Until core has counted a refund, a requested order has a wrong amount due. */
  | { unclear: "refund-being-counted" }
  /** A newer token replaced the checked one. */
  | { unclear: "token-replaced" }
