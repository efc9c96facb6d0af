/** Dollars as sent on the wire to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Integer cents to dollars as sent on the wire. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Integer cents as people read them: `$1,234.50`. */
export function asMoney(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })
}

/** Whether a number of dollars has no fraction of a cent. */
export function hasWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6
}
