import { type Cents, cents } from "../../domain/money"

const HIGHEST = 2 ** 31 - 1

/**
 * An amount of the service's as a column of ours can hold it: what is above some 21 million dollars, as "no
 * limit" may be written, becomes the highest one, which still agrees with no purchase.
 */
export function clampInt32(amount: Cents | null): Cents | null {
  return amount === null ? null : cents(Math.min(Math.max(amount, -HIGHEST), HIGHEST))
}
