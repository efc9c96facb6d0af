import type { PurchaseState } from "./purchase-state"
import type { ReportedCode } from "./status-codes"

/**
 * Actions that make Medusa and the service agree. `hold`, and `flag-amounts` and `flag-order-edit` for differing
 * amounts, change nothing and open a review case; `leave-order` leaves an order with a declined financing to staff.
 */
export type Action =
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
  | "flag-lost"
  | "hold"

type ActionTable = Record<PurchaseState, Record<ReportedCode, Action>>

const UNSIGNED = { P: "wait", Z: "wait", R: "wait", A: "wait" } as const
const UNDECIDED = { ...UNSIGNED, W: "wait", M: "wait" } as const
/** Ended before money moved; each row decides T (refunded) itself. */
export const CLOSE_IF_ENDED = { X: "close", U: "close", O: "close" } as const
/** Refunded, or not understood, while Medusa expects a loan. */
const ODD = { T: "hold", B: "hold", unknown: "hold" } as const
/** Staff decide about every code. */
const HELD = {
  P: "hold",
  Z: "hold",
  R: "hold",
  A: "hold",
  W: "hold",
  M: "hold",
  S: "hold",
  C: "hold",
  L: "hold",
  X: "hold",
  U: "hold",
  O: "hold",
  ...ODD,
} as const
/** Nothing in Medusa depends on it, so it is cancelled unless money has moved. */
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
  ...CLOSE_IF_ENDED,
  // It may be revived.
  X: "end-application",
  T: "close",
  B: "hold",
  unknown: "hold",
} as const

/**
 * The table from (purchase state in Medusa, the service's code) to the next action. Total: a new code or purchase
 * state does not compile until every cell is decided. `nextAction` applies time, shipment (`settle`, by
 * `settle-when.ts`) and a running operation.
 */
export const ACTION_TABLE: ActionTable = {
  nothing: NOT_NEEDED,
  "open-cart": {
    ...UNSIGNED,
    W: "place-order-under-review",
    M: "place-order-under-review",
    S: "place-order",
    C: "place-order",
    L: "place-order",
    ...CLOSE_IF_ENDED,
    ...ODD,
  },
  "changed-cart": {
    ...UNDECIDED,
    S: "hold",
    C: "hold",
    L: "hold",
    ...CLOSE_IF_ENDED,
    ...ODD,
  },
  "open-request": {
    ...UNDECIDED,
    S: "authorize-request",
    C: "authorize-request",
    L: "authorize-request",
    ...CLOSE_IF_ENDED,
    ...ODD,
  },
  // The customer must not sign an outdated order; a signed application is not cancelled.
  "changed-request": { ...NOT_NEEDED, S: "hold", T: "hold" },
  "unpaid-order": {
    ...UNDECIDED,
    S: "authorize-order",
    C: "authorize-order",
    L: "authorize-order",
    X: "cancel-order",
    U: "cancel-order",
    O: "cancel-order",
    ...ODD,
    B: "wait",
  },
  "order-paid-otherwise": NOT_NEEDED,
  "authorized-order": { ...HELD, S: "wait", C: "record-capture", L: "record-capture" },
  "captured-order": { ...HELD, S: "wait", C: "wait", L: "wait", T: "close" },
  "cancelled-order": NOT_NEEDED,
  "order-without-live-payment": { ...HELD, S: "reauthorize-order" },
}
