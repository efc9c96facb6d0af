/**
 * The status codes of the service and what they mean (service-interface "States and transitions").
 * `source` says how far a meaning may be trusted: the contract states it, the contract shows the
 * code without a meaning, or both are assumptions drawn from services with the same interface.
 */
export const STATUS_CODES = {
  P: { meaning: "created, nothing decided yet", source: "assumption" },
  Z: { meaning: "the customer is being verified", source: "assumption" },
  R: { meaning: "pre-approved", source: "assumption" },
  A: {
    meaning: "approved: the customer still has to sign and pay the down payment",
    source: "code only",
  },
  W: { meaning: "waiting for review", source: "assumption" },
  M: { meaning: "waiting for the lender's final approval", source: "assumption" },
  S: { meaning: "ready to settle: signed, waiting for shipment", source: "contract" },
  C: { meaning: "funded", source: "code only" },
  L: { meaning: "funded by a third-party lender", source: "assumption" },
  X: { meaning: "the customer's data do not match", source: "assumption" },
  U: { meaning: "declined", source: "contract" },
  O: { meaning: "cancelled", source: "assumption" },
  T: { meaning: "refunded", source: "assumption" },
  B: { meaning: "raised by a partial refund: the customer has to sign again", source: "contract" },
} as const satisfies Record<
  string,
  { meaning: string; source: "contract" | "code only" | "assumption" }
>

export type StatusCode = keyof typeof STATUS_CODES

/** A code as read from an answer. `unknown` is neither success nor failure. */
export type SeenCode = StatusCode | "unknown"

export function readStatusCode(status: string | null | undefined): SeenCode {
  return status && Object.hasOwn(STATUS_CODES, status) ? (status as StatusCode) : "unknown"
}

export function isFunded(code: SeenCode | null): boolean {
  return code === "C" || code === "L"
}

/** The lender said yes, whatever the customer does with it. */
export function isApproved(code: SeenCode | null): boolean {
  return code === "A" || code === "S" || isFunded(code)
}

/** The application is over at the service: there is nothing left to cancel. */
export const ENDED_CODES: readonly SeenCode[] = ["X", "U", "O", "T"]

/**
 * Ended, and yet nobody says that it is for good: a customer may set their data right and sign, and no
 * postback may ever tell of it. What nobody needs any more is therefore cancelled in this state, too.
 */
export function mayComeBack(code: SeenCode): boolean {
  return code === "X"
}

/** The code in words, for merchants. */
export function describeCode(code: SeenCode): string {
  return code === "unknown" ? "a status this plugin does not know" : STATUS_CODES[code].meaning
}
