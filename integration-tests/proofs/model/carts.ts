import type { Pool } from "pg"
import { harness } from "../../store/harness"
import type { CartWish } from "../../store/shop-client"

const { shop } = harness()

/** A cart's rows, and their columns that name a row of the same cart. */
const ROWS: { table: string; names: string[]; ofCart: string }[] = [
  {
    table: "cart_address",
    names: ["id"],
    ofCart:
      "id in (select unnest(array[shipping_address_id, billing_address_id]) from cart where id = $1)",
  },
  { table: "cart", names: ["id", "shipping_address_id", "billing_address_id"], ofCart: "id = $1" },
  ...["cart_line_item", "cart_shipping_method", "cart_promotion"].map((table) => ({
    table,
    names: ["id", "cart_id"],
    ofCart: "cart_id = $1",
  })),
  ...["cart_line_item_adjustment", "cart_line_item_tax_line"].map((table) => ({
    table,
    names: ["id", "item_id"],
    ofCart: "item_id in (select id from cart_line_item where cart_id = $1)",
  })),
  ...["cart_shipping_method_adjustment", "cart_shipping_method_tax_line"].map((table) => ({
    table,
    names: ["id", "shipping_method_id"],
    ofCart: "shipping_method_id in (select id from cart_shipping_method where cart_id = $1)",
  })),
]

/** One statement, so that rows may name each other in any order. */
const COPY = `with ${ROWS.map(({ table, names, ofCart }, index) => {
  const renamed = names.map((name) => `'${name}', one.${name} || $2`).join(", ")
  return `copied_${index} as (
    insert into ${table} select (jsonb_populate_record(one,
      jsonb_build_object(${renamed}))).*
    from ${table} one where ${ofCart})`
}).join(",\n")} select 1`

const originals = new Map<string, Promise<string>>()
let copies = 0

/**
 * A new cart of a wish, with its shopper and nothing else. The shop makes the first of its kind; the
 * others are copies of it in the database, which takes the shop no time. Resolves with its id.
 */
export async function newCart(database: Pool, wish: CartWish): Promise<string> {
  const kind = JSON.stringify(wish)
  const made = originals.get(kind) ?? shop.createCart(wish).then(({ id }) => id)
  originals.set(kind, made)
  const original = await made
  copies += 1
  const suffix = `x${copies}`
  await database.query(COPY, [original, suffix])
  return original + suffix
}
