import type { Evidence } from "../evidence"
import { APPLICATION_ASSUMPTIONS } from "./applications"
import type { Assumption, Finding } from "./assumption"
import { CODE_ASSUMPTIONS } from "./codes"
import { MESSAGE_ASSUMPTIONS } from "./messages"
import { MONEY_ASSUMPTIONS } from "./money"

/** Assumptions that do not concern a status code. */
export const BEHAVIOUR_ASSUMPTIONS: readonly Assumption[] = [
  ...MONEY_ASSUMPTIONS,
  ...APPLICATION_ASSUMPTIONS,
  ...MESSAGE_ASSUMPTIONS,
]

/** All assumptions of the plugin about the service. */
export const ASSUMPTIONS: readonly Assumption[] = [...BEHAVIOUR_ASSUMPTIONS, ...CODE_ASSUMPTIONS]

/** Evidence text of assumptions that cannot be observed. */
export const UNOBSERVABLE_EVIDENCE = "cannot be seen from outside"

/** Judges every assumption, in the order of the registry. */
export function judgeAssumptions(evidence: Evidence): (Finding & { id: string })[] {
  return ASSUMPTIONS.map(({ id, judge, observedBy }) => {
    const fallback: Finding = {
      verdict: "not-seen",
      evidence:
        observedBy === null ? UNOBSERVABLE_EVIDENCE : `needs ${observedBy.replaceAll("`", "")}`,
    }
    return { id, ...(judge?.(evidence) ?? fallback) }
  })
}
