import { MathBN } from "@medusajs/framework/utils"
import { type Cents, cents } from "../domain/money"
import { type AmountRow, compact, type Rows } from "./medusa-rows"
import { userError } from "./user-error"

/** An exact decimal in dollars (bignumber.js, which Medusa uses). */
export type Decimal = ReturnType<typeof MathBN.convert>

// Medusa divides (tax-inclusive prices, promotions per unit) to 20 places, and returns the same result with all
// places, with 20 digits or as a float. Cutting that noise makes every form round to the same cent; real prices have
// at most ten decimals.
const DECIMALS = 10
const HALF_UP = 4

/**
 * Converts any of Medusa's number shapes to an exact decimal: number, numeric string, BigNumber (its own or
 * bignumber.js), `{ value, precision }`, `{ raw }`, `{ numeric }`.
 * Throws MedusaError INVALID_DATA for other values, NaN and infinities.
 */
export function toDecimal(value: unknown, name = "An amount"): Decimal {
  const plain = unwrap(value)
  const decimal = plain === null ? null : MathBN.convert(plain, DECIMALS)
  if (decimal === null || !decimal.isFinite()) {
    throw userError(`${name} could not be read as a number.`)
  }
  return decimal
}

/**
 * Converts dollars in any of Medusa's shapes to cents, rounded once, half up (away from zero).
 * Throws MedusaError INVALID_DATA as `toDecimal`. `name` is the amount's in its message: "The cart's total".
 */
export function toCents(value: unknown, name?: string): Cents {
  return sumToCents([value], name)
}

/**
 * Returns the sum of several amounts in cents. Rounds the sum, not each amount, so that fractions of a cent neither
 * vanish nor add up (A22). Throws as `toCents`.
 */
export function sumToCents(values: readonly unknown[], name = "An amount"): Cents {
  const exact = MathBN.sum(...values.map((value) => toDecimal(value, name)))
  const rounded = exact.times(100).decimalPlaces(0, HALF_UP).toNumber()
  if (!Number.isSafeInteger(rounded)) {
    throw userError(`${name} is too large.`)
  }
  return cents(rounded)
}

/** The exact amount of a row, in dollars. */
export function exactOf({ raw_amount, amount }: AmountRow): Decimal {
  return toDecimal(raw_amount ?? amount)
}

/** The exact sum of the rows' amounts. */
export function sumExact(rows: Rows<AmountRow> | undefined): Decimal {
  return compact(rows).reduce((sum, row) => sum.plus(exactOf(row)), toDecimal(0))
}

/** Whether two amounts differ by less than half a cent: Medusa stores some amounts exactly and others as floats. */
export function isSameAmount(a: Decimal, b: Decimal): boolean {
  return a.minus(b).abs().isLessThan(0.005)
}

/** Returns the wrapped number, or null. Text must be a plain decimal: no `0x10`, no ` `. */
function unwrap(value: unknown): number | string | null {
  if (typeof value === "number") {
    return value
  }
  if (typeof value === "string") {
    return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(value) ? value.trim() : null
  }
  if (typeof value !== "object" || value === null) {
    return null
  }
  if (isBigNumberJs(value)) {
    return value.toFixed()
  }
  // Prefers the exact text to the float; `raw_` and `numeric_` are left by a structured clone.
  for (const key of ["value", "raw", "raw_", "numeric", "numeric_"]) {
    const inner: unknown = Reflect.get(value, key)
    if (inner !== undefined && inner !== null && inner !== value) {
      return unwrap(inner)
    }
  }
  return null
}

function isBigNumberJs(value: object): value is Decimal {
  return Reflect.get(value, "_isBigNumber") === true && "toFixed" in value
}
