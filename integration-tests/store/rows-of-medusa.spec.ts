import { knex as connectTo } from "@medusajs/framework/mikro-orm/knex"
import { readWholeCart } from "../../src/medusa/read-whole-cart"
import { readWholeOrder } from "../../src/medusa/read-whole-order"
import { updateItemQuantity } from "./edit-steps"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { PROMOTION_CODE } from "../../tooling/shop-template/src/scripts/accounts"
import { createCapturedOrder, createPaidOrder } from "./purchases"
import { requestReturn, returnGoods } from "./returned-goods"

const { run, store, shop, admin } = createHarness()

const CHARGE_FIELDS = ["is_tax_inclusive", "adjustments.amount", "tax_lines.rate"]
const prefixFields = (parent: string, ...fields: string[]) =>
  fields.map((field) => `${parent}.${field}`)
const ADDRESS_FIELDS = [
  "first_name",
  "last_name",
  "address_1",
  "city",
  "province",
  "postal_code",
  "phone",
]
const PRICED_FIELDS = [
  ...["id", "email", "currency_code", "total"],
  ...prefixFields("shipping_address", ...ADDRESS_FIELDS),
  ...prefixFields(
    "items",
    "id",
    "title",
    "product_title",
    "variant_id",
    "variant_sku",
    ...CHARGE_FIELDS
  ),
  ...prefixFields("items", "quantity", "unit_price", "requires_shipping"),
  ...prefixFields("shipping_methods", "id", "amount", ...CHARGE_FIELDS),
]
const ROW_FIELDS = ["id", "amount", "created_at"]
const PAYMENT_FIELDS = [
  ...["id", "status", "amount", "authorized_amount", "captured_amount", "refunded_amount"],
  ...prefixFields("payment_sessions", "id", "status", "provider_id", "amount"),
  ...prefixFields("payments", ...ROW_FIELDS, "payment_session_id", "captured_at", "canceled_at"),
  ...prefixFields("payments.captures", ...ROW_FIELDS),
  ...prefixFields("payments.refunds", ...ROW_FIELDS),
]
const CART_FIELDS = [
  ...PRICED_FIELDS,
  "completed_at",
  ...["items.variant.id", "items.variant.product.shipping_profile.id"],
  "shipping_methods.shipping_option.shipping_profile_id",
  ...prefixFields("payment_collection", ...PAYMENT_FIELDS),
]
const QUANTITIES = ["fulfilled", "shipped", "delivered", "return_requested", "return_received"]
const ORDER_FIELDS = [
  ...PRICED_FIELDS,
  ...["version", "status", "canceled_at", "created_at", "display_id", "is_draft_order"],
  ...["region_id", "cart.id", "customer.first_name"],
  ...prefixFields("items.detail", ...QUANTITIES.map((quantity) => `${quantity}_quantity`)),
  ...prefixFields("summary", "pending_difference", "paid_total", "refunded_total"),
  ...prefixFields("transactions", ...ROW_FIELDS, "reference", "reference_id", "version"),
  ...prefixFields("fulfillments", "canceled_at", "shipped_at", "delivered_at"),
  ...prefixFields("fulfillments.items", "line_item_id", "quantity"),
  ...prefixFields("payment_collections", ...PAYMENT_FIELDS),
]

/** Normalizes a number in any of Medusa's shapes, and a time in either source's format. */
function normalizeValue(value: unknown): unknown {
  if (typeof value === "object" && value !== null) {
    const { value: digits, raw } = value as { value?: unknown; raw?: unknown }
    return normalizeValue(digits ?? raw)
  }
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)
  const isNumber = typeof value === "string" && /^-?[\d.]+$/.test(value)
  return isTime ? new Date(value).getTime() : isNumber ? Number(value) : (value ?? null)
}

/** The sorted values at a path; the exact raw amount takes precedence over its float. */
function readValues(record: unknown, path: string): unknown[] {
  const keys = path.split(".")
  const values = keys.reduce<unknown[]>(
    (rows, key) =>
      rows.flatMap((row) => {
        const fields = (row ?? {}) as Record<string, unknown>
        return (fields[`raw_${key}`] ?? fields[key]) as never
      }),
    [record]
  )
  return values
    .filter((value) => value !== undefined)
    .map(normalizeValue)
    .sort()
}

const readFields = (record: unknown, paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, readValues(record, path)]))

describe("readWholeCart and readWholeOrder", () => {
  const knex = connectTo({ client: "pg", connection: run.databaseUrl })
  afterAll(() => knex.destroy())

  async function expectEqualReads(entity: "cart" | "order", id: string): Promise<void> {
    const fields = entity === "cart" ? CART_FIELDS : ORDER_FIELDS
    const [medusaRecord] = await store.queryGraph({ entity, fields, filters: { id } })
    const pluginRecord = await (entity === "cart"
      ? readWholeCart(knex, id)
      : readWholeOrder(knex, id))
    expect(readFields(pluginRecord, fields)).toEqual(readFields(medusaRecord, fields))
  }

  it("read a cart with a promotion and a payment session as Medusa's query does", async () => {
    const cart = await createCart({ promotionCodes: [PROMOTION_CODE] })
    await shop.choosePaymentMethod(cart.id)
    await expectEqualReads("cart", cart.id)
  })

  it("read an edited order as Medusa's query does", async () => {
    const purchase = await createPaidOrder({
      items: [{ handle: "walnut-desk", quantity: 3 }],
      promotionCodes: [PROMOTION_CODE],
    })
    await expectEqualReads("order", purchase.order.id)
    await updateItemQuantity(purchase, { title: "Walnut Desk", quantity: 2 })
    await expectEqualReads("order", purchase.order.id)
  })

  it("read an order with returned goods and a refund as Medusa's query does", async () => {
    const purchase = await createCapturedOrder({ items: [{ handle: "oak-bookcase", quantity: 3 }] })
    await returnGoods(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
    await admin.refund(purchase.payment.id, { amount: 300 })
    await requestReturn(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
    await expectEqualReads("order", purchase.order.id)
    const openChanges = await store.queryGraph<{ id: string }>({
      entity: "order_change",
      fields: ["id"],
      filters: { order_id: purchase.order.id, status: ["pending", "requested"] },
    })
    const { open_changes } = (await readWholeOrder(knex, purchase.order.id)) ?? {}
    expect(open_changes?.map(({ id }) => ({ id }))).toEqual(openChanges.map(({ id }) => ({ id })))
  })

  it("return null for an unknown ID", async () => {
    expect(await readWholeCart(knex, "cart_of_nobody")).toBeNull()
    expect(await readWholeOrder(knex, "order_of_nobody")).toBeNull()
  })
})
