import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CartRecord } from "../translation/cart-to-snapshot"
import type { ShippingRecord } from "../translation/shipping-choice"
import type { CartSide } from "../translation/medusa-rows"
import { charged, listOf, paymentsOf, rowOf, withTotals } from "./statement-parts"

/** A cart with its shipping and payment sessions. */
export type WholeCart = CartRecord & ShippingRecord & CartSide

// One statement instead of the dozen that `query.graph` issues: every checkout operation starts with it.
const WHOLE_CART = `
  select to_jsonb(cart) || jsonb_build_object(
    'items', ${listOf(`
      select to_jsonb(line) || jsonb_build_object(
          ${charged("cart_line_item", "item_id = line.id")},
          'variant', (
            select jsonb_build_object('id', variant.id, 'product', jsonb_build_object(
              'shipping_profile', (
                select jsonb_build_object('id', profile.id) from product_shipping_profile link
                join shipping_profile profile
                  on profile.id = link.shipping_profile_id and profile.deleted_at is null
                where link.product_id = variant.product_id and link.deleted_at is null limit 1)))
            from product_variant variant
            where variant.id = line.variant_id and variant.deleted_at is null)) as one
      from cart_line_item line where cart_id = cart.id and deleted_at is null order by id`)},
    'shipping_methods', ${listOf(`
      select to_jsonb(method) || jsonb_build_object(
          ${charged("cart_shipping_method", "shipping_method_id = method.id")},
          'shipping_option', ${rowOf("shipping_option", "method.shipping_option_id")}) as one
      from cart_shipping_method method
      where cart_id = cart.id and deleted_at is null order by id`)},
    'credit_lines', ${listOf(`
      select to_jsonb(line) as one from credit_line line
      where cart_id = cart.id and deleted_at is null`)},
    'shipping_address', ${rowOf("cart_address", "cart.shipping_address_id")},
    'billing_address', ${rowOf("cart_address", "cart.billing_address_id")},
    'payment_collection', (
      select to_jsonb(collection) || jsonb_build_object(${paymentsOf("collection.id")})
      from cart_payment_collection link
      join payment_collection collection
        on collection.id = link.payment_collection_id and collection.deleted_at is null
      where link.cart_id = cart.id and link.deleted_at is null limit 1)
  ) as cart
  from cart where deleted_at is null and id = `

const BY_COLLECTION = `(
  select link.cart_id from cart_payment_collection link
  where link.payment_collection_id = :id and link.deleted_at is null limit 1)`

/** Null when it does not exist. */
export async function readWholeCart(knex: Knex, id: string): Promise<WholeCart | null> {
  return await readCartBy(knex, ":id", id)
}

/** Reads the cart of a payment collection; null for a collection of anything else. */
export async function readCartOfCollection(knex: Knex, id: string): Promise<WholeCart | null> {
  return await readCartBy(knex, BY_COLLECTION, id)
}

async function readCartBy(knex: Knex, which: string, id: string): Promise<WholeCart | null> {
  const { rows } = await knex.raw<{ rows: { cart: WholeCart }[] }>(WHOLE_CART + which, { id })
  const [found] = rows
  return found ? withTotals(found.cart) : null
}
