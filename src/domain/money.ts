/** Integer US cents. The plugin computes in cents only; dollars exist at its interfaces. */
export type Cents = number & { readonly unit: "cents" }

/** Brands an integer as cents. Throws RangeError for fractions, NaN and unsafe integers. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError("An amount of money has to be a whole number of cents.")
  }
  // -0 equals 0, but serializes differently.
  return (amount === 0 ? 0 : amount) as Cents
}

export const ZERO_CENTS = cents(0)

/** Converts cents to the service's dollars with at most two decimals. */
export function toDollars(amount: Cents): number {
  return Number((amount / 100).toFixed(2))
}

/** Tolerated relative error of binary fractions, as in 0.1 + 0.2, far below a cent. */
const BINARY_NOISE = 1e-12

/**
 * Converts the service's dollars to cents.
 * Returns null for a missing value, NaN, an infinity, or fractions of a cent.
 */
export function fromDollars(dollars: number | null | undefined): Cents | null {
  const amount = dollars ?? Number.NaN
  const rounded = Math.round(amount * 100)
  const off = Math.abs(amount - rounded / 100)
  const isWholeCents = off <= BINARY_NOISE * Math.max(1, Math.abs(amount))
  return isWholeCents && Number.isSafeInteger(rounded) ? cents(rounded) : null
}

/** `$1,136.06`, for messages. */
export function inWords(amount: Cents): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount / 100)
}

/** Rounds Medusa's dollars to cents, halves away from zero; less than a cent is nothing. */
export function roundToCents(dollars: number): number {
  const rounded = Math.round(Math.abs(dollars) * 100)
  return Math.abs(dollars) < 0.01 ? 0 : Math.sign(dollars) * rounded
}

export function sum(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0))
}

export function subtract(from: Cents, amount: Cents): Cents {
  return cents(from - amount)
}
