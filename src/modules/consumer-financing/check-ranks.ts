/** What somebody signed, or Medusa has an order for: its status check comes first. An index of its own finds it. */
export const IS_BOUGHT = `(order_id is not null or ready_at is not null
  or state not in ('created', 'awaiting-customer', 'declined', 'cancelled', 'expired'))`

/** Whose shopper came back: their checks come next. */
export const HAS_RETURNED = "shopper_returned"
