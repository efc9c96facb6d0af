import type { PurchaseState } from "./purchase-state"
import type { SeenCode } from "./status-codes"

/**
 * What brings both worlds together. `hold` and, where only the amounts differ, `flag-amounts` and
 * `flag-order-edit` leave everything as it is and ask for a person; `leave-order` leaves an order whose
 * financing was not approved to them.
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

type ActionTable = Record<PurchaseState, Record<SeenCode, Action>>

const UNSIGNED = { P: "wait", Z: "wait", R: "wait", A: "wait" } as const
/** Ended before money moved: what was refunded reads T, which each row decides for itself. */
export const DEAD = { X: "close", U: "close", O: "close" } as const
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
 * Total on purpose: a new code or purchase state does not compile until every cell is decided. What time, goods
 * that have left (`settle`, by `settle-when.ts`) and an operation under way change about it is in `nextAction`.
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
