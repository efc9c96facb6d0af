import type { Evidence } from "../evidence"

/** `not-seen`: no call of the run tests the assumption. */
export type Verdict = "confirmed" | "contradicted" | "not-seen"

/** Result for one assumption. Never contains a token, a credential or personal data. */
export interface Finding {
  verdict: Verdict
  /** Short phrase. */
  evidence: string
  /** Line to paste into the plugin's options. */
  change?: string
}

/** Behavior of the service that the interface leaves open and the plugin relies on. */
export interface Assumption {
  /** Kebab-case id, used by simulator switches and tests. */
  id: string
  /** Markdown. */
  sentence: string
  /** Markdown: files below `src` that rely on it. */
  where: string
  /** Markdown: consequence when it is wrong. */
  ifWrong: string
  /** Plugin option that changes it. */
  setting?: "partialRefundItems" | "loanRateUnit"
  /** Observation of `verify`. Null when it cannot be observed from outside the service. */
  observedBy: string | null
  judge?: (evidence: Evidence) => Finding | null
}

export const buildConfirmation = (evidence: string): Finding => ({ verdict: "confirmed", evidence })
export const buildContradiction = (evidence: string, change?: string): Finding => ({
  verdict: "contradicted",
  evidence,
  ...(change === undefined ? {} : { change }),
})
