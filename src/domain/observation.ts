import type { ApplicationState } from "./application-state"
import type { Situation } from "./next-action"
import type { Silence } from "./review-silence"

/** What an order is worth now, where it is not what the customer signed for any more. In cents. */
export type OrderEdit = {
  total: number
  /** What the customer still owes the shop; below 0: the reverse. */
  owed: number
  /** What other payments pay of it, and what they leave. */
  paidOtherwise: number
  left: number
  /** The amount is what it was, for other goods or another address. */
  otherGoods: boolean
}

/** One application as it stands: at the service, in Medusa, and in our own journal. Amounts in cents. */
export type Observation = Situation & {
  /** Hours since the customer was sent to the service. */
  hoursOpen: number
  /** Hours since the service first read ready to settle; null before that. */
  hoursReady: number | null
  /** Our own record. */
  record: {
    state: ApplicationState
    settled: boolean
    financed: number
    refunded: number
    /** What the service finances; null where it names no amount. */
    service: number | null
    isTaxExempt: boolean
    /** The customer's own link is known. */
    hasLink: boolean
    /** It is not the live application of its cart or order any more. */
    isReleased: boolean
    /** Why it is to be ended, where somebody said so. */
    endReason: string | null
  }
  journal: {
    /** A settle of the loan under its current token was sent. */
    settleSent: boolean
    /** Hours since the service confirmed a settle; null without one. */
    hoursSettled: number | null
    /** Another token took the place of the one that it began with. */
    isReplaced: boolean
    /** The operation that is not finished was answered with a new token. */
    hasNewToken: boolean
  }
  /** What Medusa's payment adds up to. */
  payment: {
    captured: number
    refunded: number
    /** What Medusa counts as financed and not refunded. */
    counted: number
    /** Refunded by us, confirmed by the service, and not in Medusa's rows. */
    missing: number
  }
  order: {
    /** Seconds since it was placed; null without one. */
    age: number | null
    edit: OrderEdit | null
    /** What alone keeps it from counting as shipped, and how many hours its goods have left. */
    unfulfilled: { titles: readonly string[]; hours: number } | null
    /** What other payments pay of an order that was placed under review. */
    paidOtherwise: number
    /** Another method was chosen for such an order, and has not paid yet. */
    isOtherMethodChosen: boolean
  }
  /** What is due on the order that staff asked to be financed; null where they asked for none. */
  request: { due: number | null; isPaidElsewhere: boolean } | null
  /** Seconds after which Medusa's rows about the money are to be read again; null where nothing waits. */
  ledgerDue: number | null
}

/** Why nothing can be decided now. */
export type Unclear =
  /** Somebody else compares both sides, there is no token yet, or the service does not answer. */
  | { unclear: "unanswered"; ledgerDue: number | null; silence: Silence | null }
  /** The order is still being made of its cart, for so many seconds. */
  | { unclear: "being-placed"; age: number }
  /** Until core has counted a refund, an order that staff asked to be financed seems to cost more. */
  | { unclear: "refund-being-counted" }
  /** Another token took the place of the one that was asked about. */
  | { unclear: "token-replaced" }

export type Picture = Observation | Unclear
