/** An application's phase at the service. Most rules depend on the phase, few on the code. */
export type Phase =
  /** The customer must act, or the service decides within seconds. */
  | "applying"
  /** The service or a lender decides, which may take days. */
  | "in-review"
  /** Signed: it may be settled. */
  | "ready"
  | "funded"
  | "ended"
  /** A new application replaced it, which the customer must sign again. */
  | "re-sign"
  /** An unknown code: neither success nor failure. */
  | "unknown"

/**
 * The service's status codes and their meanings (service-interface "States and transitions"). Add a new one here,
 * with its phase; most follows from that. It compiles once these decide about it: `ACTION_TABLE` (the next action;
 * also `CLOSE_IF_ENDED`, if it ended before money moved) in `action-table.ts`, `application-state.ts`,
 * `pre-approval.ts`, `authorization.ts`, and `statuses` in `admin/texts/en-orders.ts` and `es-orders.ts`. The
 * compiler does not find rules about a single code (search for the letter in either kind of quotes), nor the
 * simulator's own lists (`sandbox/`). `source` rates each meaning: the contract states it, the contract shows the
 * code without a meaning, or both are assumptions from services with the same interface.
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
export type ReportedCode = StatusCode | "unknown"

export function readStatusCode(status: string | null | undefined): ReportedCode {
  return status && Object.hasOwn(STATUS_CODES, status) ? (status as StatusCode) : "unknown"
}

export function phaseOf(code: ReportedCode): Phase {
  return code === "unknown" ? code : STATUS_CODES[code].phase
}

export function codesOf(...phases: Phase[]): readonly ReportedCode[] {
  const codes = [...(Object.keys(STATUS_CODES) as StatusCode[]), "unknown"] as const
  return codes.filter((code) => phases.includes(phaseOf(code)))
}

export function isFunded(code: ReportedCode | null): boolean {
  return code !== null && phaseOf(code) === "funded"
}

/** Signed and not funded: the only state that can be settled. */
export function isReadyToSettle(code: ReportedCode | null): boolean {
  return code !== null && phaseOf(code) === "ready"
}

/** Whether the customer has signed: it may be settled, or was. */
export function isSigned(code: ReportedCode | null): boolean {
  return isReadyToSettle(code) || isFunded(code)
}

/** Whether the lender approved it, whatever the customer does. */
export function isApproved(code: ReportedCode | null): boolean {
  return code === "A" || isSigned(code)
}

export function isEnded(code: ReportedCode | null): boolean {
  return code !== null && phaseOf(code) === "ended"
}

/**
 * Whether an ended application could be revived: the customer may correct their data and sign, possibly without a
 * postback. An unneeded one is therefore cancelled in this state too.
 */
export function mayComeBack(code: ReportedCode): boolean {
  return code === "X"
}

/** Whether nothing is left to cancel. */
export function isEndedForGood(code: ReportedCode): boolean {
  return isEnded(code) && !mayComeBack(code)
}

/** B requires it; the others are intermediate steps of the customer or the service. */
const UNSIGNED: readonly Phase[] = ["re-sign", "applying", "in-review"]

/** Whether a new application is neither signed nor ended, so that the customer must act. */
export function waitsForSignature(code: ReportedCode): boolean {
  return UNSIGNED.includes(phaseOf(code))
}

export function describeCode(code: ReportedCode): string {
  return code === "unknown" ? "a status this plugin does not know" : STATUS_CODES[code].meaning
}
