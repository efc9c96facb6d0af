/** "$1,467.64". @param amount in the currency's unit, as Medusa tells it */
export function asPrice(amount: number | null | undefined, currency: string): string {
  const style = { style: "currency", currency } as const
  return new Intl.NumberFormat("en-US", style).format(amount ?? 0)
}
