import { formatMoney } from "../money"
import { shortenToken } from "../narrator"
import { getCurrentLink, type Application } from "./application"
import type { SimulatorState } from "./simulator-state"

/** Meaning of each status code, as displayed. */
export const STATUS_MEANINGS: Record<string, string> = {
  P: "created, nothing decided",
  Z: "verifying the customer",
  R: "pre-approved",
  A: "approved, to be signed",
  W: "waiting for review",
  M: "waiting for the lender's approval",
  S: "ready to settle",
  C: "funded",
  L: "funded by a third-party lender",
  X: "data mismatch",
  U: "declined",
  O: "cancelled",
  T: "refunded",
  B: "raised, to be signed again",
}

/** Formats a status code with its meaning: `S (ready to settle)`. */
export function formatStatus(status: string): string {
  return `${status} (${STATUS_MEANINGS[status] ?? "unknown code"})`
}

/** When a status change sends a postback. `usual`: when the status changes to one that is announced. */
export type PostbackPolicy = "usual" | "always" | "never"

const ANNOUNCED_STATUSES = new Set(["R", "W", "M", "S", "C", "L", "X", "U", "O", "T", "B"])

/** Sets the status of the newest link and sends its postback. */
export function changeStatus(
  simulator: SimulatorState,
  application: Application,
  { status, telling = "usual" }: { status: string; telling?: PostbackPolicy }
): void {
  const tip = getCurrentLink(application)
  const isChanged = tip.status !== status
  tip.status = status
  if (status === "C" || status === "L") tip.funded = true
  if (isChanged) {
    const order = tip.orderId ? ` (order ${tip.orderId}, ${formatMoney(tip.loanAmount)})` : ""
    simulator.narrate(
      `Application ${shortenToken(tip.token)}${order} is now ${formatStatus(status)}`
    )
  }
  if (
    telling === "always" ||
    (telling === "usual" && isChanged && ANNOUNCED_STATUSES.has(status))
  ) {
    simulator.postbacks.sendStatus(application)
  }
}
