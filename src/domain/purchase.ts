type Whose = { cart_id: string | null; requested_order_id: string | null }

/** Returns the application's purchase: the cart, or the order that staff asked the customer to finance. */
export function purchaseOf({ cart_id, requested_order_id }: Whose): string | null {
  return cart_id ?? requested_order_id
}
