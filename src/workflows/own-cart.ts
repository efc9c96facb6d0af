import type { RemoteQueryFunction } from "@medusajs/framework/types"

type Query = Pick<RemoteQueryFunction, "graph">

/** Who asks: the customer who is logged in, or nobody. */
export type Asking = { cartId: string; customerId: string | null }

type Row = { id: string; customer?: { id: string; has_account?: boolean | null } | null }

/** The customer with an account whose cart it is; null for a guest's. */
export async function readAccountOfCart(query: Query, cartId: string): Promise<string | null> {
  const cart = await readRow(query, cartId)
  return cart?.customer?.has_account ? cart.customer.id : null
}

/**
 * Whether a cart is there for whoever asks. A guest's cart belongs to those who know its id, as
 * everywhere in Medusa's store API; one of a customer with an account to that customer alone.
 */
export async function isOwnCart(query: Query, { cartId, customerId }: Asking): Promise<boolean> {
  const cart = await readRow(query, cartId)
  if (!cart) {
    return false
  }
  return !cart.customer?.has_account || cart.customer.id === customerId
}

async function readRow(query: Query, cartId: string): Promise<Row | undefined> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "customer.id", "customer.has_account"],
    filters: { id: cartId },
  })
  return data[0] as Row | undefined
}
