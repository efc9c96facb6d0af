/** Formats a price as "$1,467.64". @param amount in the currency's main unit, as in Medusa */
export function formatPrice(amount: number | null | undefined, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount ?? 0)
}
