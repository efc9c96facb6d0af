import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

/**
 * Cents of an amount as Medusa has it, half a cent rounded up: Medusa keeps fractions of a cent, and
 * 2478.365 × 100 is less than 247836.5 to a machine.
 */
export const exactCents = (dollars: BigNumberInput): number =>
  MathBN.mult(dollars, 100).decimalPlaces(0, 4).toNumber()

/** Of several amounts together, rounded once. */
export function exactSum(amounts: readonly BigNumberInput[]): number {
  const sum = amounts.reduce<ReturnType<typeof MathBN.add>>(
    (all, amount) => MathBN.add(all, amount),
    MathBN.convert(0)
  )
  return exactCents(sum)
}
