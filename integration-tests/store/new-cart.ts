import { randomUUID } from "node:crypto"
import type { HttpTypes } from "@medusajs/framework/types"
import { harness } from "./harness"
import type { CartWish } from "../../tooling/clients/shop-client"

const { shop, store } = harness()

const sql = <Row>(text: string, values: Record<string, string>) =>
  store.call<{ rows: Row[] }>("__pg_connection__", "raw", text, values)

/** A cart's rows, and their columns that name a row of the same cart. */
const ROWS: { table: string; names: string[]; ofCart: string }[] = [
  {
    table: "cart_address",
    names: ["id"],
    ofCart:
      "id in (select unnest(array[shipping_address_id, billing_address_id]) from cart where id = :original)",
  },
  {
    table: "cart",
    names: ["id", "shipping_address_id", "billing_address_id"],
    ofCart: "id = :original",
  },
  ...["cart_line_item", "cart_shipping_method", "cart_promotion"].map((table) => ({
    table,
    names: ["id", "cart_id"],
    ofCart: "cart_id = :original",
  })),
  ...["cart_line_item_adjustment", "cart_line_item_tax_line"].map((table) => ({
    table,
    names: ["id", "item_id"],
    ofCart: "item_id in (select id from cart_line_item where cart_id = :original)",
  })),
  ...["cart_shipping_method_adjustment", "cart_shipping_method_tax_line"].map((table) => ({
    table,
    names: ["id", "shipping_method_id"],
    ofCart: "shipping_method_id in (select id from cart_shipping_method where cart_id = :original)",
  })),
]

/** One statement, so that rows may name each other in any order. */
const COPY = `with ${ROWS.map(({ table, names, ofCart }, index) => {
  const renamed = names.map((name) => `'${name}', one.${name} || :suffix`)
  const unmarked = table === "cart" ? ["'metadata', null"] : []
  return `copied_${index} as (
    insert into ${table} select (jsonb_populate_record(one,
      jsonb_build_object(${[...renamed, ...unmarked].join(", ")}))).*
    from ${table} one where ${ofCart})`
}).join(",\n")} select 1`

/** Marks the cart that is copied for all of its kind, in every spec of a run. */
const ORIGINAL_OF = "original_of"

async function originalOf(wish: CartWish): Promise<string> {
  const kind = JSON.stringify(wish)
  const { rows } = await sql<{ id: string }>(
    `select id from cart where metadata->>'${ORIGINAL_OF}' = :kind limit 1`,
    { kind }
  )
  if (rows[0]) return rows[0].id
  const { id } = await shop.createCart(wish)
  await sql("update cart set metadata = :mark where id = :id", {
    mark: JSON.stringify({ [ORIGINAL_OF]: kind }),
    id,
  })
  return id
}

const originals = new Map<string, Promise<string>>()

/**
 * A new cart of a wish, and nothing else. The shop makes the first of its kind; the others are copies
 * of it in the database, of the same shopper, which takes the shop no time.
 */
export async function newCart(wish: CartWish = {}): Promise<HttpTypes.StoreCart> {
  const kind = JSON.stringify(wish)
  const made = originals.get(kind) ?? originalOf(wish)
  originals.set(kind, made)
  const original = await made
  const suffix = `x${randomUUID().slice(0, 8)}`
  await sql(COPY, { original, suffix })
  return await shop.cart(original + suffix)
}
