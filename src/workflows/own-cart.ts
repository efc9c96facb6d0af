import { type Query, readRow } from "../medusa/read-store"

/** Who asks: the customer who is logged in, or nobody. */
type Asking = { cartId: string; customerId: string | null }

type Row = { id: string; customer?: { id: string; has_account?: boolean | null } | null }

/** The customer with an account whose cart it is; null for a guest's. */
export async function readAccountOfCart(query: Query, cartId: string): Promise<string | null> {
  const cart = await readCart(query, cartId)
  return cart?.customer?.has_account ? cart.customer.id : null
}

/** Whose a cart is to whoever asks. */
type Ownership =
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
  const cart = await readCart(query, cartId)
  if (!cart) return "foreign"
  if (!cart.customer?.has_account || cart.customer.id === customerId) return "theirs"
  return customerId === null ? "unproven" : "foreign"
}

async function readCart(query: Query, id: string): Promise<Row | null> {
  const fields = ["id", "customer.id", "customer.has_account"]
  return await readRow<Row>(query, { entity: "cart", fields, filters: { id } })
}
