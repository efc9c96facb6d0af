import type { Evidence } from "../evidence"

/** `not-seen`: the run made no call that shows it. */
export type Verdict = "confirmed" | "contradicted" | "not-seen"

/** A judgement of one assumption. Never holds a token, a credential or personal data. */
export interface Finding {
  verdict: Verdict
  /** Half a line. */
  evidence: string
  /** A line of the plugin's options to paste. */
  change?: string
}

/** Something that the interface leaves open and the plugin relies on. */
export interface Assumption {
  /** Kebab-case. Simulator switches and tests name it. */
  id: string
  /** Markdown. */
  sentence: string
  /** Markdown: the files that rely on it, below `src`. */
  where: string
  /** Markdown: what happens if it is wrong. */
  ifWrong: string
  /** The option that changes it. */
  setting?: "partialRefundItems" | "loanRateUnit"
  /** What `verify` looks at; null where nothing outside the service shows it. */
  observedBy: string | null
  judge?: (evidence: Evidence) => Finding | null
}

export const confirmed = (evidence: string): Finding => ({ verdict: "confirmed", evidence })
export const contradicted = (evidence: string, change?: string): Finding => ({
  verdict: "contradicted",
  evidence,
  ...(change === undefined ? {} : { change }),
})
