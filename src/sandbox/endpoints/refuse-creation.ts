import { formatMoney } from "../money"
import type { CreationRefusal, World } from "../state/world"

const PO_BOX = /\b(p\.?\s*o\.?\s*box|post\s+office\s+box)\b/i

/** Checks whether a loanAmount in integer cents is outside the merchant's approval range. */
export function isOutOfRange(world: World, loanAmount: number): boolean {
  return loanAmount < world.settings.minAmount || loanAmount > world.settings.maxAmount
}

export function isPoBox(street: string): boolean {
  return PO_BOX.test(street)
}

/** Records a refused creation. Returns the URL of the page that explains it. */
export function refuseCreation(world: World, refusal: CreationRefusal): string {
  const id = world.random.hex(8)
  world.refusals.set(id, refusal)
  const reason =
    refusal.reason === "po-box"
      ? "the address is a PO box"
      : `${formatMoney(refusal.loanAmount)} is outside the approval range`
  world.narrate(`Created no application (null token): ${reason}`)
  return `${world.url}/refused/${id}`
}
