import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const OWNER = `
  select customer.id as owner from cart
  left join customer
    on customer.id = cart.customer_id and customer.has_account and customer.deleted_at is null
  where cart.id = :cartId and cart.deleted_at is null`

/** Returns the cart's customer with an account; null for a guest's cart, undefined if there is no cart. */
export async function readOwner(knex: Knex, cartId: string): Promise<string | null | undefined> {
  const { rows } = await knex.raw<{ rows: { owner: string | null }[] }>(OWNER, { cartId })
  return rows[0]?.owner
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
  knex: Knex,
  cartId: string,
  customerId: string | null
): Promise<Ownership> {
  const owner = await readOwner(knex, cartId)
  if (owner === undefined) return "foreign"
  if (owner === null || owner === customerId) return "theirs"
  return customerId === null ? "unproven" : "foreign"
}
