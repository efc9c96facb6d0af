import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { OrderRecord } from "../translation/ledger/read-order-ledger"
import type { OrderProgressRecord } from "../translation/order-progress"
import type { RequestedOrder } from "../translation/requested-order"
import { charged, listOf, paymentsOf, rowOf, withTotals } from "./statement-parts"

/** An order with all data that decisions need: read once and passed on. */
export type WholeOrder = OrderRecord & OrderProgressRecord & RequestedOrder

// One statement with the Order module's result, instead of twenty of `query.graph`. Lines, shipping, credit lines
// and summary are those of the order's current version.
const WHOLE_ORDER = `
  select to_jsonb("order") || jsonb_build_object(
    'items', ${listOf(`
      select to_jsonb(line) || jsonb_build_object(
          'quantity', detail.quantity, 'raw_quantity', detail.raw_quantity,
          'unit_price', coalesce(detail.unit_price, line.unit_price),
          'raw_unit_price', coalesce(detail.raw_unit_price, line.raw_unit_price),
          'detail', to_jsonb(detail),
          ${charged("order_line_item", "item_id = line.id", "version = detail.version")}) as one
      from order_item detail
      join order_line_item line on line.id = detail.item_id and line.deleted_at is null
      where detail.order_id = "order".id and detail.version = "order".version
        and detail.deleted_at is null order by line.id`)},
    'shipping_methods', ${listOf(`
      select to_jsonb(method) || jsonb_build_object(
          ${charged("order_shipping_method", "shipping_method_id = method.id", "version = detail.version")}
        ) as one
      from order_shipping detail
      join order_shipping_method method
        on method.id = detail.shipping_method_id and method.deleted_at is null
      where detail.order_id = "order".id and detail.version = "order".version
        and detail.deleted_at is null order by method.id`)},
    'credit_lines', ${listOf(`
      select to_jsonb(line) as one from order_credit_line line
      where order_id = "order".id and version = "order".version and deleted_at is null`)},
    'summary', (select totals from order_summary
      where order_id = "order".id and version = "order".version and deleted_at is null
      order by id limit 1),
    'transactions', ${listOf(`
      select to_jsonb(line) as one from order_transaction line
      where order_id = "order".id and deleted_at is null order by id`)},
    'open_changes', ${listOf(`
      select to_jsonb(change) as one from order_change change
      where order_id = "order".id and status in ('pending', 'requested') and deleted_at is null`)},
    'shipping_address', ${rowOf("order_address", `"order".shipping_address_id`)},
    'billing_address', ${rowOf("order_address", `"order".billing_address_id`)},
    'customer', ${rowOf("customer", `"order".customer_id`)},
    'cart', (select jsonb_build_object('id', cart.id) from order_cart link
      join cart on cart.id = link.cart_id and cart.deleted_at is null
      where link.order_id = "order".id and link.deleted_at is null limit 1),
    'fulfillments', ${listOf(`
      select to_jsonb(fulfillment) || jsonb_build_object('items', ${listOf(`
          select to_jsonb(item) as one from fulfillment_item item
          where fulfillment_id = fulfillment.id and deleted_at is null`)}) as one
      from order_fulfillment link
      join fulfillment on fulfillment.id = link.fulfillment_id and fulfillment.deleted_at is null
      where link.order_id = "order".id and link.deleted_at is null order by fulfillment.id`)},
    'payment_collections', ${listOf(`
      select to_jsonb(collection) || jsonb_build_object(${paymentsOf("collection.id")}) as one
      from order_payment_collection link
      join payment_collection collection
        on collection.id = link.payment_collection_id and collection.deleted_at is null
      where link.order_id = "order".id and link.deleted_at is null order by collection.id`)}
  ) as "order"
  from "order" where id = :id and deleted_at is null`

/** Null when it does not exist. */
export async function readWholeOrder(knex: Knex, id: string): Promise<WholeOrder | null> {
  const { rows } = await knex.raw<{ rows: { order: WholeOrder }[] }>(WHOLE_ORDER, { id })
  const [found] = rows
  return found ? withTotals(found.order) : null
}
