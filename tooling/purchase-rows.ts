import { decodeTime, encodeTime } from "ulid"
import type { Client } from "pg"

/** Ids of a cart, its order and the rows that belong only to them. `$1` is the cart's id. */
const ID_QUERIES = `
  carts as (select id, shipping_address_id, billing_address_id from cart where id = $1),
  orders as (select id, shipping_address_id, billing_address_id from "order"
    where id in (select order_id from order_cart where cart_id = $1)),
  lines as (select id from cart_line_item where cart_id = $1),
  methods as (select id from cart_shipping_method where cart_id = $1),
  order_items as (select id, item_id from order_item where order_id in (select id from orders)),
  order_methods as (select shipping_method_id as id from order_shipping
    where order_id in (select id from orders)),
  collections as (select payment_collection_id as id from cart_payment_collection where cart_id = $1
    union select payment_collection_id from order_payment_collection
      where order_id in (select id from orders)),
  payments as (select id from payment where payment_collection_id in (select id from collections)),
  applications as (select id from financing_application where cart_id = $1)`

const selectByIds = (column: string, set: string, tables: string[]): [string, string][] =>
  tables.map((table) => [table, `${column} in (select id from ${set})`])

/** The tables that hold a purchase, each with the condition that selects its rows. */
const TABLES: [table: string, rows: string][] = [
  [
    "cart_address",
    "id in (select unnest(array[shipping_address_id, billing_address_id]) from carts)",
  ],
  ...selectByIds("id", "carts", ["cart"]),
  ...selectByIds("cart_id", "carts", [
    "cart_line_item",
    "cart_shipping_method",
    "cart_promotion",
    "cart_payment_collection",
    "order_cart",
    "financing_application",
  ]),
  ...selectByIds("item_id", "lines", ["cart_line_item_adjustment", "cart_line_item_tax_line"]),
  ...selectByIds("shipping_method_id", "methods", [
    "cart_shipping_method_adjustment",
    "cart_shipping_method_tax_line",
  ]),
  [
    "order_address",
    "id in (select unnest(array[shipping_address_id, billing_address_id]) from orders)",
  ],
  ...selectByIds("id", "orders", ["order"]),
  ...selectByIds("order_id", "orders", [
    "order_change",
    "order_change_action",
    "order_item",
    "order_payment_collection",
    "order_promotion",
    "order_shipping",
    "order_summary",
    "order_transaction",
  ]),
  ["order_line_item", "id in (select item_id from order_items)"],
  ...["order_line_item_adjustment", "order_line_item_tax_line"].map((table): [string, string] => [
    table,
    "item_id in (select item_id from order_items)",
  ]),
  ["reservation_item", "line_item_id in (select item_id from order_items)"],
  ...selectByIds("id", "order_methods", ["order_shipping_method"]),
  ...selectByIds("shipping_method_id", "order_methods", [
    "order_shipping_method_adjustment",
    "order_shipping_method_tax_line",
  ]),
  ...selectByIds("id", "collections", ["payment_collection"]),
  ...selectByIds("payment_collection_id", "collections", [
    "payment_collection_payment_providers",
    "payment_session",
    "payment",
  ]),
  ...selectByIds("payment_id", "payments", ["capture", "refund"]),
  ...selectByIds("application_id", "applications", [
    "financing_review_case",
    "financing_operation",
    "financing_postback",
    "financing_session",
    "financing_timeline_entry",
    "financing_token",
  ]),
]

/** Fields that a copy replaces: the order number (`$2`) and values of sequences. */
const REPLACED_FIELDS: Record<string, string> = {
  order: "jsonb_build_object('display_id', $2::text)",
  order_change_action:
    "jsonb_build_object('ordering', nextval('order_change_action_ordering_seq'))",
  financing_application: `case when one->>'confirmed_order_id' is null then '{}'
    else jsonb_build_object('confirmed_order_id', $2::text) end`,
  financing_operation: `case when one->>'kind' <> 'update-order-id' then '{}'
    else jsonb_build_object('reference', $2::text) end`,
  financing_timeline_entry: `case when one->>'what' <> 'order-id-told' then '{}'
    else jsonb_build_object('details', jsonb_build_object('order_id', $2::text)) end`,
}

const READ_QUERY = `with ${ID_QUERIES} select jsonb_build_object(${TABLES.map(
  ([table, rows]) =>
    `'${table}', (select jsonb_agg(to_jsonb(one) order by to_jsonb(one)->>'id') from "${table}" one where ${rows})`
).join(", ")})::text as rows`

const formatRowsExpression = (table: string) =>
  `jsonb_array_elements(coalesce(nullif(rows->'${table}', 'null'), '[]')) one`

/** One statement, so that foreign keys hold whatever the order of the inserts. */
const INSERT_QUERY = `with given as materialized (select $1::jsonb as rows),
${TABLES.map(
  ([table], index) => `written_${index} as (
    insert into "${table}" select filled.* from given, ${formatRowsExpression(table)},
      jsonb_populate_record(null::"${table}", one || ${REPLACED_FIELDS[table] ?? "'{}'"}) filled)`
).join(",\n")},
reserved as (
  select one->>'inventory_item_id' item, one->>'location_id' location,
    sum((one->>'quantity')::numeric) quantity
  from given, ${formatRowsExpression("reservation_item")} group by 1, 2)
update inventory_level level set
  reserved_quantity = level.reserved_quantity + reserved.quantity,
  raw_reserved_quantity = jsonb_build_object(
    'value', (level.reserved_quantity + reserved.quantity)::text, 'precision', 20)
from reserved
where level.inventory_item_id = reserved.item and level.location_id = reserved.location`

/** Reads all rows of a cart, its order and its applications. @returns a JSON object with an array for each table */
export async function readPurchase(database: Client, cartId: string): Promise<string> {
  const { rows } = await database.query<{ rows: string }>(READ_QUERY, [cartId])
  return rows[0]?.rows ?? "{}"
}

/** Takes the next order number from the shop's sequence. */
export async function takeOrderNumber(database: Client): Promise<number> {
  const { rows } = await database.query<{ number: string }>(
    "select nextval('order_display_id_seq') as number"
  )
  return Number(rows[0]?.number)
}

/** Inserts the rows of a purchase. @param orderNumber the display id of its order, if it has one */
export async function writePurchase(
  database: Client,
  rows: string,
  orderNumber?: number
): Promise<void> {
  await database.query(INSERT_QUERY, [rows, orderNumber === undefined ? null : String(orderNumber)])
}

const ID_PATTERN = /\b([a-z]+(?:_[a-z]+)*_)([0-9A-HJKMNP-TV-Z]{26})\b/g
const ID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const pickRandomLetter = () => ID_LETTERS[Math.floor(Math.random() * ID_LETTERS.length)] ?? "0"

/** Maps the ids of a purchase to new ones in the same order. @param offsetMs milliseconds to add to their timestamps */
export function createNewIds(rows: string, offsetMs: number): Map<string, string> {
  const tables = JSON.parse(rows) as Record<string, { id?: string }[] | null>
  const ids = Object.values(tables).flatMap((table) => (table ?? []).flatMap(({ id }) => id ?? []))
  const mark = Array.from({ length: 8 }, pickRandomLetter).join("")
  return new Map(
    [...new Set(ids)].sort().map((id, index) => {
      const [, prefix = "", letters = ""] = [...id.matchAll(ID_PATTERN)][0] ?? []
      const time = encodeTime(decodeTime(letters) + offsetMs, 10)
      const place = encodeTime(index, 2)
      return [id, prefix + time + letters.slice(10, 16) + mark + place]
    })
  )
}

const TIME_PATTERN = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))"/g

/** Replaces ids and shifts timestamps in a text. @param shiftMs milliseconds to add */
export function rewriteIds(
  text: string,
  ids: ReadonlyMap<string, string>,
  shiftMs: number
): string {
  return text
    .replace(ID_PATTERN, (id) => ids.get(id) ?? id)
    .replace(
      TIME_PATTERN,
      (_all, at: string) => `"${new Date(Date.parse(at) + shiftMs).toISOString()}"`
    )
}
