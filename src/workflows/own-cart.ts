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

/** Whose a cart is to whoever asks. */
export type Ownership =
  | "theirs"
  /** Of a customer with an account; nobody is logged in, so it may be theirs. */
  | "unproven"
  /** Another customer's, or there is no such cart. */
  | "foreign"

/**
 * Whether a cart is there for whoever asks. A guest's cart belongs to those who know its id, as
 * everywhere in Medusa's store API; one of a customer with an account to that customer alone. Medusa
 * gives a guest's cart to whichever account has the e-mail address that was typed.
 */
export async function readOwnership(
  query: Query,
  { cartId, customerId }: Asking
): Promise<Ownership> {
  const cart = await readRow(query, cartId)
  if (!cart) return "foreign"
  if (!cart.customer?.has_account || cart.customer.id === customerId) return "theirs"
  return customerId === null ? "unproven" : "foreign"
}

async function readRow(query: Query, cartId: string): Promise<Row | undefined> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "customer.id", "customer.has_account"],
    filters: { id: cartId },
  })
  return data[0] as Row | undefined
}
