import { judgeDoubt, type OperationKind } from "./operation"
import { isFunded, type SeenCode } from "./status-codes"
import { withTestData } from "./test-data"

/** What stands in Medusa on the strength of one application. */
export const STANDINGS = [
  /** No session, payment or order depends on it (any more). */
  "nothing",
  /** A live session of an open cart, and the cart is still what the customer applied for. */
  "open-cart",
  /** A live session, but the cart was changed after the customer applied. */
  "changed-cart",
  /** Staff asked the customer to finance a draft or what an order still costs, and it still does. */
  "open-request",
  /** The draft or order was changed, or paid in part, since the customer was asked. */
  "changed-request",
  /** An order without a payment: placed while the application was under review. */
  "unpaid-order",
  /** The order has a live payment by another method. */
  "order-paid-otherwise",
  "authorized-order",
  "captured-order",
  "cancelled-order",
  /** An order that is left with a cancelled payment only. */
  "order-without-live-payment",
] as const

export type Standing = (typeof STANDINGS)[number]

/**
 * What brings both worlds together. `hold` and, where only the amounts differ, `flag-amounts` and
 * `flag-order-edit` leave everything as it is and ask for a person; `leave-order` leaves an order whose
 * financing was not approved to them.
 */
export type Move =
  | "wait"
  | "place-order"
  | "place-order-under-review"
  | "authorize-order"
  | "reauthorize-order"
  | "authorize-request"
  | "cancel-order"
  | "leave-order"
  | "settle"
  | "record-capture"
  | "repeat-settle"
  | "confirm-settle"
  | "end-application"
  | "close"
  | "flag-amounts"
  | "flag-order-edit"
  | "flag-test-data"
  | "hold"

type MoveTable = Record<Standing, Record<SeenCode, Move>>

const UNSIGNED = { P: "wait", Z: "wait", R: "wait", A: "wait" } as const
const DEAD = { X: "close", U: "close", O: "close" } as const
/** Nothing in Medusa needs it: it is ended, unless money has moved. */
const NOT_NEEDED = {
  P: "end-application",
  Z: "end-application",
  R: "end-application",
  A: "end-application",
  W: "end-application",
  M: "end-application",
  S: "end-application",
  C: "hold",
  L: "hold",
  ...DEAD,
  // It might come back.
  X: "end-application",
  T: "close",
  B: "hold",
  unknown: "hold",
} as const

/**
 * The one map from (what stands in Medusa, the service's code) to what happens next.
 * Total on purpose: a new code or standing does not compile until every cell is decided.
 */
export const NEXT_MOVE: MoveTable = {
  nothing: NOT_NEEDED,
  "open-cart": {
    ...UNSIGNED,
    W: "place-order-under-review",
    M: "place-order-under-review",
    S: "place-order",
    C: "place-order",
    L: "place-order",
    ...DEAD,
    T: "hold",
    B: "hold",
    unknown: "hold",
  },
  "changed-cart": {
    ...UNSIGNED,
    W: "wait",
    M: "wait",
    S: "hold",
    C: "hold",
    L: "hold",
    ...DEAD,
    T: "hold",
    B: "hold",
    unknown: "hold",
  },
  "open-request": {
    ...UNSIGNED,
    W: "wait",
    M: "wait",
    S: "authorize-request",
    C: "authorize-request",
    L: "authorize-request",
    ...DEAD,
    T: "hold",
    B: "hold",
    unknown: "hold",
  },
  // Nobody is to sign for something else than the order is; who signed already is not sent away.
  "changed-request": { ...NOT_NEEDED, S: "hold", T: "hold" },
  "unpaid-order": {
    ...UNSIGNED,
    W: "wait",
    M: "wait",
    S: "authorize-order",
    C: "authorize-order",
    L: "authorize-order",
    X: "cancel-order",
    U: "cancel-order",
    O: "cancel-order",
    T: "hold",
    B: "wait",
    unknown: "hold",
  },
  "order-paid-otherwise": NOT_NEEDED,
  "authorized-order": {
    P: "hold",
    Z: "hold",
    R: "hold",
    A: "hold",
    W: "hold",
    M: "hold",
    S: "wait",
    C: "record-capture",
    L: "record-capture",
    X: "hold",
    U: "hold",
    O: "hold",
    T: "hold",
    B: "hold",
    unknown: "hold",
  },
  "captured-order": {
    P: "hold",
    Z: "hold",
    R: "hold",
    A: "hold",
    W: "hold",
    M: "hold",
    S: "wait",
    C: "wait",
    L: "wait",
    X: "hold",
    U: "hold",
    O: "hold",
    T: "close",
    B: "hold",
    unknown: "hold",
  },
  "cancelled-order": NOT_NEEDED,
  "order-without-live-payment": {
    P: "hold",
    Z: "hold",
    R: "hold",
    A: "hold",
    W: "hold",
    M: "hold",
    S: "reauthorize-order",
    C: "hold",
    L: "hold",
    X: "hold",
    U: "hold",
    O: "hold",
    T: "hold",
    B: "hold",
    unknown: "hold",
  },
}

/** A money operation of ours that is not finished. */
export type OpenOperation = {
  kind: OperationKind
  /** Its call has ended, and nobody knows how; otherwise it is being made at this moment. */
  doubtful: boolean
  secondsInDoubt: number
  attempts: number
}

export type Situation = {
  standing: Standing
  code: SeenCode
  shopperIsPresent: boolean
  /** The service finances what Medusa counts as financed and not refunded. */
  amountsAgree: boolean
  /** The order counts as shipped by the merchant's setting. */
  settleIsDue: boolean
  /** The order is not what the customer signed for any more, or something else pays for it, too. */
  orderIsEdited: boolean
  /** It was settled and is not funded yet, or Medusa captured on it what was not given back. */
  isPaidFor: boolean
  /** It was applied for in staging, while real loans are made. */
  isTestData: boolean
  open: OpenOperation | null
}

/**
 * The next move: the table's, softened by who is there (nobody's order is placed under review behind
 * their back), by an operation of ours that is not finished, by amounts that differ, by an
 * order that was edited, and by goods that have been shipped.
 */
export function nextMove({
  standing,
  code,
  shopperIsPresent,
  amountsAgree,
  settleIsDue,
  orderIsEdited,
  isPaidFor,
  isTestData,
  open,
}: Situation): Move {
  if (open) {
    return moveBesideOperation(open, standing, code)
  }
  const move = NEXT_MOVE[standing][code]
  const ofTestData = isTestData ? withTestData(move, { standing, code }) : move
  if (ofTestData !== move) {
    return ofTestData
  }
  if (move === "place-order-under-review" && !shopperIsPresent) {
    return "wait"
  }
  const isDead = code in DEAD
  if (standing === "captured-order" && isDead && !isPaidFor) {
    // All of it was given back.
    return "close"
  }
  const isLeft = standing === "cancelled-order" || standing === "order-paid-otherwise"
  if (isPaidFor && (move === "end-application" || (isLeft && isDead))) {
    // Ending it would leave a capture over nothing; its end elsewhere has left one.
    return "hold"
  }
  const hasPayment = standing === "authorized-order" || standing === "captured-order"
  if (hasPayment && move === "wait" && !amountsAgree) {
    return "flag-amounts"
  }
  const awaitsPayment = standing === "order-without-live-payment" || standing === "unpaid-order"
  const isSignedFor = awaitsPayment && (code === "S" || isFunded(code))
  if (orderIsEdited && (isSignedFor || (hasPayment && move === "wait"))) {
    return "flag-order-edit"
  }
  return standing === "authorized-order" && code === "S" && settleIsDue ? "settle" : move
}

const ENDS_DOUBTFUL_CANCEL: readonly Standing[] = [
  "nothing",
  "order-paid-otherwise",
  "cancelled-order",
  "changed-request",
]

/** In doubt or under way: only what the operation itself leads to may follow. */
function moveBesideOperation(open: OpenOperation, standing: Standing, code: SeenCode): Move {
  if (!open.doubtful) {
    return "wait"
  }
  if (open.kind === "cancel") {
    return ENDS_DOUBTFUL_CANCEL.includes(standing) ? "end-application" : "wait"
  }
  if (open.kind !== "settle") {
    return "wait"
  }
  const proof = judgeDoubt("settle", { code, ...open })
  if (standing !== "authorized-order") {
    // Captured already, or not to be captured any more: Medusa has nothing to be told.
    return proof === "confirmed" ? "confirm-settle" : "wait"
  }
  return proof === "confirmed" ? "record-capture" : proof === "repeat" ? "repeat-settle" : "wait"
}
