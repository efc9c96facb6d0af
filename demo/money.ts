const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** Dollars as Medusa and the simulator tell them, to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** "$1,467.64". @param cents integer cents */
export function asMoney(cents: number): string {
  return DOLLARS.format(cents / 100)
}
