import { toCents } from "../money"
import type { SimulatorState } from "../state/simulator-state"
import { Refusal } from "./refusal"

export interface CartTotals {
  loanAmount: number
  shipping?: number | undefined
  taxes?: number | undefined
  discount?: number | undefined
  items: { price: number; quantity: number }[]
}

/**
 * Refuses a cart whose Σ(price × quantity) + shipping + taxes − discount differs from its loanAmount by a cent or more.
 * Amounts in dollars. @throws Refusal
 */
export function expectBalancedCart(simulator: SimulatorState, cart: CartTotals): void {
  if (!simulator.settings.behaviour.checkSums) return
  const itemTotal = cart.items.reduce((sum, item) => sum + item.price * item.quantity, 0)
  const expected = itemTotal + (cart.shipping ?? 0) + (cart.taxes ?? 0) - (cart.discount ?? 0)
  if (toCents(expected) === toCents(cart.loanAmount)) return
  const sum = "Σ(price × quantity) + shipping + taxes − discount"
  throw new Refusal(
    400,
    `loanAmount: is ${cart.loanAmount.toFixed(2)} but ${sum} is ${expected.toFixed(2)}`
  )
}
