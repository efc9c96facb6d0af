/** Where an application stands at the service. What follows depends on this, and seldom on the very code. */
export type Phase =
  /** The customer has something to do, or the service decides within seconds. */
  | "applying"
  /** Somebody at the service or a lender decides, which may take days. */
  | "in-review"
  /** Signed: it may be settled. */
  | "ready"
  | "funded"
  | "ended"
  /** A new application took its place, which the customer has to sign again. */
  | "re-sign"
  /** A code that nobody here knows: neither success nor failure. */
  | "unknown"

/**
 * The status codes of the service and what they mean (service-interface "States and transitions"). A new one goes
 * here, with its phase; most follows from that. It compiles once these have decided about it: `ACTION_TABLE` (what
 * happens next; also `DEAD`, if it ended before money moved) in `action-table.ts`, `application-state.ts`,
 * `authorization.ts`, and `statuses` in `admin/texts/en-orders.ts` and `es-orders.ts`. No compiler finds where one
 * code alone is meant (search for the letter in either kind of quotes), nor the simulator's own lists (`sandbox/`).
 * `source` says how far a meaning may be trusted: the contract states it, the contract shows the
 * code without a meaning, or both are assumptions drawn from services with the same interface.
 */
export const STATUS_CODES = {
  P: { phase: "applying", meaning: "created, nothing decided yet", source: "assumption" },
  Z: { phase: "applying", meaning: "the customer is being verified", source: "assumption" },
  R: { phase: "applying", meaning: "pre-approved", source: "assumption" },
  A: {
    phase: "applying",
    meaning: "approved: the customer still has to sign and pay the down payment",
    source: "code only",
  },
  W: { phase: "in-review", meaning: "waiting for review", source: "assumption" },
  M: {
    phase: "in-review",
    meaning: "waiting for the lender's final approval",
    source: "assumption",
  },
  S: {
    phase: "ready",
    meaning: "ready to settle: signed, waiting for shipment",
    source: "contract",
  },
  C: { phase: "funded", meaning: "funded", source: "code only" },
  L: { phase: "funded", meaning: "funded by a third-party lender", source: "assumption" },
  X: { phase: "ended", meaning: "the customer's data do not match", source: "assumption" },
  U: { phase: "ended", meaning: "declined", source: "contract" },
  O: { phase: "ended", meaning: "cancelled", source: "assumption" },
  T: { phase: "ended", meaning: "refunded", source: "assumption" },
  B: {
    phase: "re-sign",
    meaning: "raised by a partial refund: the customer has to sign again",
    source: "contract",
  },
} as const satisfies Record<
  string,
  { phase: Phase; meaning: string; source: "contract" | "code only" | "assumption" }
>

export type StatusCode = keyof typeof STATUS_CODES

/** A code as read from an answer. `unknown` is neither success nor failure. */
export type SeenCode = StatusCode | "unknown"

export function readStatusCode(status: string | null | undefined): SeenCode {
  return status && Object.hasOwn(STATUS_CODES, status) ? (status as StatusCode) : "unknown"
}

export function phaseOf(code: SeenCode): Phase {
  return code === "unknown" ? code : STATUS_CODES[code].phase
}

/** The codes of these phases. */
export function codesOf(...phases: Phase[]): readonly SeenCode[] {
  const codes = [...(Object.keys(STATUS_CODES) as StatusCode[]), "unknown"] as const
  return codes.filter((code) => phases.includes(phaseOf(code)))
}

export function isFunded(code: SeenCode | null): boolean {
  return code !== null && phaseOf(code) === "funded"
}

/** Signed and not funded: this alone takes a settle. */
export function isReadyToSettle(code: SeenCode | null): boolean {
  return code !== null && phaseOf(code) === "ready"
}

/** The customer is bound: it may be settled, or was. */
export function isSigned(code: SeenCode | null): boolean {
  return isReadyToSettle(code) || isFunded(code)
}

/** The lender said yes, whatever the customer does with it. */
export function isApproved(code: SeenCode | null): boolean {
  return code === "A" || isSigned(code)
}

/** The application has ended at the service. */
export function isEnded(code: SeenCode | null): boolean {
  return code !== null && phaseOf(code) === "ended"
}

/**
 * Ended, and yet nobody says that it is for good: a customer may set their data right and sign, and no
 * postback may ever tell of it. What nobody needs any more is therefore cancelled in this state, too.
 */
export function mayComeBack(code: SeenCode): boolean {
  return code === "X"
}

/** There is nothing left to cancel. */
export function isEndedForGood(code: SeenCode): boolean {
  return isEnded(code) && !mayComeBack(code)
}

/** The code in words, for merchants. */
export function describeCode(code: SeenCode): string {
  return code === "unknown" ? "a status this plugin does not know" : STATUS_CODES[code].meaning
}
