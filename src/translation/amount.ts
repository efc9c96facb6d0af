import { MathBN } from "@medusajs/framework/utils"
import { type Cents, cents } from "../domain/money"
import { type AmountRow, compact, type Rows } from "./medusa-rows"
import { sentence } from "./sentence"

/** An exact decimal, in dollars (bignumber.js, as Medusa computes with it). */
export type Decimal = ReturnType<typeof MathBN.convert>

type Rule = {
  /** What the amount is, for the sentence of the error: "The cart's total". */
  name?: string
  /** Refuse amounts below this many cents. */
  atLeast?: number
}

// Medusa divides (tax-inclusive prices, promotions per unit) to 20 places, and shows one and the
// same result now with all of them, now with 20 digits, now as a float. Cutting that noise makes
// every shape of an amount round to the same cent; no real price has more than ten decimals.
const DECIMALS = 10
const HALF_UP = 4

/**
 * Any of Medusa's shapes of a number as an exact decimal: number, numeric string, BigNumber (its
 * own or bignumber.js), `{ value, precision }`, `{ raw }`, `{ numeric }`.
 * Throws MedusaError INVALID_DATA for everything else, NaN and infinities.
 */
export function toDecimal(value: unknown, name = "An amount"): Decimal {
  const plain = unwrap(value)
  const decimal = plain === null ? null : MathBN.convert(plain, DECIMALS)
  if (decimal === null || !decimal.isFinite()) {
    throw sentence(`${name} could not be read as a number.`)
  }
  return decimal
}

/**
 * Dollars, in any of Medusa's shapes, as cents: rounded half up (away from zero), once.
 * Throws MedusaError INVALID_DATA as `toDecimal`, and for amounts below `rule.atLeast` cents.
 */
export function toCents(value: unknown, rule: Rule = {}): Cents {
  return sumToCents([value], rule)
}

/**
 * The sum of several amounts as cents: the sum is rounded, never the single amount, so that
 * fractions of a cent neither get lost nor add up (A22). Throws as `toCents`.
 */
export function sumToCents(values: readonly unknown[], rule: Rule = {}): Cents {
  const name = rule.name ?? "An amount"
  const exact = MathBN.sum(...values.map((value) => toDecimal(value, name)))
  const rounded = exact.times(100).decimalPlaces(0, HALF_UP).toNumber()
  if (!Number.isSafeInteger(rounded)) {
    throw sentence(`${name} is too large.`)
  }
  if (rule.atLeast !== undefined && rounded < rule.atLeast) {
    throw sentence(`${name} is too small.`)
  }
  return cents(rounded)
}

/** The exact amount of a row, in dollars. */
export function exactOf({ raw_amount, amount }: AmountRow): Decimal {
  return toDecimal(raw_amount ?? amount)
}

/** The exact amounts of rows together. */
export function sumExact(rows: Rows<AmountRow> | undefined): Decimal {
  return compact(rows).reduce((sum, row) => sum.plus(exactOf(row)), toDecimal(0))
}

/** Less than half a cent apart: Medusa keeps some amounts exactly, and others as floats. */
export function isSameAmount(one: Decimal, other: Decimal): boolean {
  return one.minus(other).abs().isLessThan(0.005)
}

/** The number inside the wrappings, or null. Text must be a plain decimal: no `0x10`, no ` `. */
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
  // The exact text before the float; `raw_` and `numeric_` are what a structured clone leaves.
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
