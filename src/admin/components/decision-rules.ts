import type { ReviewCase } from "../queries/api-types"
import { getCaptured, getShortfall } from "./review-case-text"

const IRREVERSIBLE_ACTIONS = ["settle", "refund", "end-application", "cancel-order"]

export const isIrreversible = (action: string): boolean => IRREVERSIBLE_ACTIONS.includes(action)

/** Harmless actions run without confirmation. */
export const isHarmless = (action: string): boolean => action === "check-again"

const getRiskRank = (action: string): number =>
  isHarmless(action) ? 0 : isIrreversible(action) ? 2 : 1

/** Sorts harmless actions first and irreversible ones last; otherwise keeps the server's order. */
export function sortByRisk(actions: readonly string[]): string[] {
  return [...actions].sort((first, second) => getRiskRank(first) - getRiskRank(second))
}

const REFUND_ACTIONS = ["record-refund", "refund"]

/** Returns the default amount of a decision in cents; null if the decision takes no amount. */
export function getDecisionCents(action: string, reviewCase: ReviewCase): number | null {
  const { medusa, service, operation } = reviewCase
  if (!REFUND_ACTIONS.includes(action)) return null
  const captured = getCaptured(reviewCase)
  if (operation?.kind === "partial-refund") return operation.amount_cents
  const shortfall = getShortfall(reviewCase)
  if (action === "record-refund" && shortfall > 0) return shortfall
  return captured > 0 ? captured : (service.cents ?? medusa.financed_cents)
}

/** Confirming an operation that creates an application requires its number from the portal. */
export function requiresToken(action: string, { operation }: ReviewCase): boolean {
  if (action !== "confirm-it-happened") return false
  return operation?.kind === "partial-refund" || operation?.kind === "create"
}
