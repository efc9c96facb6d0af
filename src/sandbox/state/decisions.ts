import { getCurrentLink, type Application } from "./application"
import { changeStatus } from "./change-status"
import type { SimulatorState } from "./simulator-state"

/** Decisions of a customer or of the underwriting. */
export const OUTCOMES = [
  "approve",
  "decline",
  "review",
  "mismatch",
  "walk-away",
  "sign",
  "cancel",
] as const

export type Outcome = (typeof OUTCOMES)[number]

const UNDECIDED_STATUSES = new Set(["P", "Z", "R", "W", "M", "X"])
const SIGNABLE_STATUSES = new Set(["P", "Z", "R", "A", "W", "M", "B"])
const FINAL_STATUSES = new Set(["C", "L", "O", "T", "U"])

/** Checks whether a pre-approval has no cart yet. */
export function isCartMissing(application: Application): boolean {
  return application.kind === "pre-approval" && application.items.length === 0
}

function getNextStatus(application: Application, outcome: Outcome): string | undefined {
  const { status } = getCurrentLink(application)
  switch (outcome) {
    case "approve":
      if (!UNDECIDED_STATUSES.has(status)) return undefined
      return isCartMissing(application) ? "R" : "A"
    case "decline":
      return FINAL_STATUSES.has(status) ? undefined : "U"
    case "review":
      return FINAL_STATUSES.has(status) ? undefined : "W"
    case "mismatch":
      return FINAL_STATUSES.has(status) ? undefined : "X"
    case "sign":
      return SIGNABLE_STATUSES.has(status) && !isCartMissing(application) ? "S" : undefined
    case "cancel":
      return FINAL_STATUSES.has(status) ? undefined : "O"
    case "walk-away":
      return status
  }
}

/** Applies an outcome. Returns false when the current status does not allow it. */
export function applyOutcome(
  simulator: SimulatorState,
  application: Application,
  outcome: Outcome
): boolean {
  const status = getNextStatus(application, outcome)
  if (status === undefined) return false
  if (outcome === "walk-away") {
    const { orderId } = getCurrentLink(application)
    simulator.narrate(`The customer of order ${orderId} walked away; nothing changes`)
    return true
  }
  if (outcome === "cancel") application.cancelCount += 1
  changeStatus(simulator, application, { status })
  return true
}
