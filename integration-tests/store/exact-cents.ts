import type { BigNumberInput } from "@medusajs/framework/types"
// The library of Medusa's own sums. Importing Medusa's utilities would add seconds to each spec file.
import { BigNumber } from "bignumber.js"

/** Parses an amount from JSON: a number, a string, or a raw value with a precision. */
function parseAmount(amount: BigNumberInput): BigNumber {
  const isRaw = typeof amount === "object" && "value" in amount
  return new BigNumber(isRaw ? amount.value : amount.toString())
}

/**
 * Converts dollars to cents and rounds half a cent up. Uses decimal arithmetic: Medusa keeps fractions of a
 * cent, and as a float 2478.365 × 100 is less than 247836.5.
 */
export const toExactCents = (dollars: BigNumberInput): number =>
  parseAmount(dollars).times(100).decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber()

/** Sums amounts in dollars and returns cents, rounded once. */
export function sumExactCents(amounts: readonly BigNumberInput[]): number {
  return toExactCents(
    amounts.reduce<BigNumber>((all, amount) => all.plus(parseAmount(amount)), new BigNumber(0))
  )
}
