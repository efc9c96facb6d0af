import type { MedusaContainer } from "@medusajs/framework/types"
import { readRow } from "./read-store"

type Row = { id: string; customer?: { id: string; has_account?: boolean | null } | null }

/** Returns the customer with an account who owns the cart; null for a guest's cart. */
export async function readAccountOfCart(
  container: MedusaContainer,
  cartId: string
): Promise<string | null> {
  const cart = await readCart(container, cartId)
  return cart?.customer?.has_account ? cart.customer.id : null
}

/** The requester's relation to a cart. */
type Ownership =
  | "theirs"
  /** The cart of a customer with an account, without a login: it may be theirs. */
  | "unproven"
  /** Another customer's cart, or an unknown one. */
  | "foreign"

/**
 * Decides whether the requester may use a cart. As in Medusa's store API, a guest's cart belongs to anyone with its
 * id, and an account's cart to that customer alone. Medusa assigns a guest's cart to the account of the entered
 * e-mail address.
 */
export async function readOwnership(
  container: MedusaContainer,
  cartId: string,
  customerId: string | null
): Promise<Ownership> {
  const cart = await readCart(container, cartId)
  if (!cart) return "foreign"
  if (!cart.customer?.has_account || cart.customer.id === customerId) return "theirs"
  return customerId === null ? "unproven" : "foreign"
}

async function readCart(container: MedusaContainer, id: string): Promise<Row | null> {
  const fields = ["id", "customer.id", "customer.has_account"]
  return await readRow<Row>(container, { entity: "cart", fields, filters: { id } })
}
