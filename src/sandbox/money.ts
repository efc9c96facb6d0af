/** Converts dollars to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Converts integer cents to dollars. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Formats integer cents as `$1,234.50`. */
export function formatMoney(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })
}

/** Checks that a dollar amount has at most two decimals. */
export function hasWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6
}
