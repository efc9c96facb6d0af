import { formatMoney } from "../money"
import type { CreationRefusal, SimulatorState } from "../state/simulator-state"

const PO_BOX = /\b(p\.?\s*o\.?\s*box|post\s+office\s+box)\b/i

/** Checks whether a loanAmount in integer cents is outside the merchant's approval range. */
export function isOutOfRange(simulator: SimulatorState, loanAmount: number): boolean {
  return loanAmount < simulator.settings.minAmount || loanAmount > simulator.settings.maxAmount
}

export function isPoBox(street: string): boolean {
  return PO_BOX.test(street)
}

/** Records a refused creation. Returns the URL of the page that explains it. */
export function refuseCreation(simulator: SimulatorState, refusal: CreationRefusal): string {
  const id = simulator.random.hex(8)
  simulator.refusals.set(id, refusal)
  const reason =
    refusal.reason === "po-box"
      ? "the address is a PO box"
      : `${formatMoney(refusal.loanAmount)} is outside the approval range`
  simulator.narrate(`Created no application (null token): ${reason}`)
  return `${simulator.url}/refused/${id}`
}
