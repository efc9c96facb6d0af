import type { BigNumberInput } from "@medusajs/framework/types"
// Medusa's own sums rest on it. Medusa's utilities would take every spec file seconds to load.
import { BigNumber } from "bignumber.js"

/** An amount as it crosses as JSON: a number, its digits, or both with a precision. */
function exact(amount: BigNumberInput): BigNumber {
  const isRaw = typeof amount === "object" && "value" in amount
  return new BigNumber(isRaw ? amount.value : amount.toString())
}

/**
 * Cents of an amount as Medusa has it, half a cent rounded up: Medusa keeps fractions of a cent, and
 * 2478.365 × 100 is less than 247836.5 to a machine.
 */
export const exactCents = (dollars: BigNumberInput): number =>
  exact(dollars).times(100).decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber()

/** Of several amounts together, rounded once. */
export function exactSum(amounts: readonly BigNumberInput[]): number {
  return exactCents(amounts.reduce<BigNumber>((all, one) => all.plus(exact(one)), new BigNumber(0)))
}
