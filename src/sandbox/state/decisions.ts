import { currentTokenOf, type Application } from "./application"
import { changeStatus } from "./change-status"
import type { World } from "./world"

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

const UNDECIDED = new Set(["P", "Z", "R", "W", "M", "X"])
const SIGNABLE = new Set(["P", "Z", "R", "A", "W", "M", "B"])
const OVER = new Set(["C", "L", "O", "T", "U"])

/** Checks whether a pre-approval has no cart yet. */
export function lacksCart(application: Application): boolean {
  return application.kind === "pre-approval" && application.items.length === 0
}

function nextStatus(application: Application, outcome: Outcome): string | undefined {
  const { status } = currentTokenOf(application)
  switch (outcome) {
    case "approve":
      if (!UNDECIDED.has(status)) return undefined
      return lacksCart(application) ? "R" : "A"
    case "decline":
      return OVER.has(status) ? undefined : "U"
    case "review":
      return OVER.has(status) ? undefined : "W"
    case "mismatch":
      return OVER.has(status) ? undefined : "X"
    case "sign":
      return SIGNABLE.has(status) && !lacksCart(application) ? "S" : undefined
    case "cancel":
      return OVER.has(status) ? undefined : "O"
    case "walk-away":
      return status
  }
}

/** Applies an outcome. Returns false when the current status does not allow it. */
export function decide(world: World, application: Application, outcome: Outcome): boolean {
  const status = nextStatus(application, outcome)
  if (status === undefined) return false
  if (outcome === "walk-away") {
    const { orderId } = currentTokenOf(application)
    world.narrate(`The customer of order ${orderId} walked away; nothing changes`)
    return true
  }
  if (outcome === "cancel") application.cancelCount += 1
  changeStatus(world, application, { status })
  return true
}
