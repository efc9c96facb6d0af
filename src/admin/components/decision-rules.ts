import type { ReviewCase } from "../queries/api-types"
import { getCapturedCents, getShortfallCents } from "./review-case-text"

/** Irreversible actions: shown last, in red, with their name on the button. */
const IRREVERSIBLE = ["settle", "refund", "end-application", "cancel-order"]

export const isIrreversible = (action: string): boolean => IRREVERSIBLE.includes(action)

/** What may be pressed without a word: it moves nothing. */
export const isHarmless = (action: string): boolean => action === "check-again"

const rank = (action: string): number => (isHarmless(action) ? 0 : isIrreversible(action) ? 2 : 1)

/** The safe ones first, what cannot be undone last; among themselves as the server has them. */
export function sortByRisk(actions: readonly string[]): string[] {
  return [...actions].sort((one, other) => rank(one) - rank(other))
}

const REFUND_ACTIONS = ["record-refund", "refund"]

/** The amount that a decision is about, in cents, to stand in its field; null where it has none. */
export function getDecisionCents(action: string, reviewCase: ReviewCase): number | null {
  const { medusa, service, operation } = reviewCase
  if (!REFUND_ACTIONS.includes(action)) return null
  const captured = getCapturedCents(reviewCase)
  if (operation?.kind === "partial-refund") return operation.amount_cents
  const shortfall = getShortfallCents(reviewCase)
  if (action === "record-refund" && shortfall > 0) return shortfall
  return captured > 0 ? captured : (service.cents ?? medusa.financed_cents)
}

/** Whether the portal's number of an application is needed. */
export function getTokenRequirement(action: string, { operation }: ReviewCase): "needed" | null {
  if (action !== "confirm-it-happened") return null
  const createsApplication = operation?.kind === "partial-refund" || operation?.kind === "create"
  return createsApplication ? "needed" : null
}
