const DOLLAR_FORMAT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** Converts dollars, the unit of Medusa and the simulator, to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Formats an amount as "$1,467.64". @param cents integer cents */
export function formatMoney(cents: number): string {
  return DOLLAR_FORMAT.format(cents / 100)
}
