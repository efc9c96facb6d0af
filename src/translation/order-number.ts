/** An order's numbers, as `query.graph` answers them. */
export type NumberedOrder = {
  display_id?: number | null
  custom_display_id?: string | null
}

/** What is asked for, to tell an order's number. */
export const ORDER_NUMBER_FIELDS = ["display_id", "custom_display_id"]

/** An order's number as the shop shows it: its own, where it gives orders numbers, else Medusa's. */
export function orderNumberOf(order: NumberedOrder | null | undefined): string | null {
  const own = order?.custom_display_id?.trim()
  return own || (order?.display_id ? String(order.display_id) : null)
}
