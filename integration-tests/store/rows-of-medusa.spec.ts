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

const CHARGES = ["is_tax_inclusive", "adjustments.amount", "tax_lines.rate"]
const under = (parent: string, ...fields: string[]) => fields.map((field) => `${parent}.${field}`)
const ADDRESS = ["first_name", "last_name", "address_1", "city", "province", "postal_code", "phone"]
const PRICED = [
  ...["id", "email", "currency_code", "total"],
  ...under("shipping_address", ...ADDRESS),
  ...under("items", "id", "title", "product_title", "variant_id", "variant_sku", ...CHARGES),
  ...under("items", "quantity", "unit_price", "requires_shipping"),
  ...under("shipping_methods", "id", "amount", ...CHARGES),
]
const ROW = ["id", "amount", "created_at"]
const PAYMENTS = [
  ...["id", "status", "amount", "authorized_amount", "captured_amount", "refunded_amount"],
  ...under("payment_sessions", "id", "status", "provider_id", "amount"),
  ...under("payments", ...ROW, "payment_session_id", "captured_at", "canceled_at"),
  ...under("payments.captures", ...ROW),
  ...under("payments.refunds", ...ROW),
]
const CART = [
  ...PRICED,
  "completed_at",
  ...["items.variant.id", "items.variant.product.shipping_profile.id"],
  "shipping_methods.shipping_option.shipping_profile_id",
  ...under("payment_collection", ...PAYMENTS),
]
const QUANTITIES = ["fulfilled", "shipped", "delivered", "return_requested", "return_received"]
const ORDER = [
  ...PRICED,
  ...["version", "status", "canceled_at", "created_at", "display_id", "is_draft_order"],
  ...["region_id", "cart.id", "customer.first_name"],
  ...under("items.detail", ...QUANTITIES.map((one) => `${one}_quantity`)),
  ...under("summary", "pending_difference", "paid_total", "refunded_total"),
  ...under("transactions", ...ROW, "reference", "reference_id", "version"),
  ...under("fulfillments", "canceled_at", "shipped_at", "delivered_at"),
  ...under("fulfillments.items", "line_item_id", "quantity"),
  ...under("payment_collections", ...PAYMENTS),
]

/** Normalizes a number in any of Medusa's shapes, and a time in either source's format. */
function plain(value: unknown): unknown {
  if (typeof value === "object" && value !== null) {
    const { value: digits, raw } = value as { value?: unknown; raw?: unknown }
    return plain(digits ?? raw)
  }
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)
  const isNumber = typeof value === "string" && /^-?[\d.]+$/.test(value)
  return isTime ? new Date(value).getTime() : isNumber ? Number(value) : (value ?? null)
}

/** The sorted values at a path; the exact raw amount takes precedence over its float. */
function valuesAt(record: unknown, path: string): unknown[] {
  const keys = path.split(".")
  const found = keys.reduce<unknown[]>(
    (rows, key) =>
      rows.flatMap((row) => {
        const fields = (row ?? {}) as Record<string, unknown>
        return (fields[`raw_${key}`] ?? fields[key]) as never
      }),
    [record]
  )
  return found
    .filter((one) => one !== undefined)
    .map(plain)
    .sort()
}

const readings = (record: unknown, paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, valuesAt(record, path)]))

describe("readWholeCart and readWholeOrder", () => {
  const knex = connectTo({ client: "pg", connection: run.databaseUrl })
  afterAll(() => knex.destroy())

  async function expectSame(entity: "cart" | "order", id: string): Promise<void> {
    const fields = entity === "cart" ? CART : ORDER
    const [theirs] = await store.queryGraph({ entity, fields, filters: { id } })
    const ours = await (entity === "cart" ? readWholeCart(knex, id) : readWholeOrder(knex, id))
    expect(readings(ours, fields)).toEqual(readings(theirs, fields))
  }

  it("read a cart with a promotion and a payment session as Medusa's query does", async () => {
    const cart = await createCart({ promotionCodes: [PROMOTION_CODE] })
    await shop.choosePaymentMethod(cart.id)
    await expectSame("cart", cart.id)
  })

  it("read an edited order as Medusa's query does", async () => {
    const bought = await createPaidOrder({
      items: [{ handle: "walnut-desk", quantity: 3 }],
      promotionCodes: [PROMOTION_CODE],
    })
    await expectSame("order", bought.order.id)
    await updateItemQuantity(bought, { title: "Walnut Desk", quantity: 2 })
    await expectSame("order", bought.order.id)
  })

  it("read an order with returned goods and a refund as Medusa's query does", async () => {
    const bought = await createCapturedOrder({ items: [{ handle: "oak-bookcase", quantity: 3 }] })
    await returnGoods(bought, [{ title: "Oak Bookcase", quantity: 1 }])
    await admin.refund(bought.payment.id, { amount: 300 })
    await requestReturn(bought, [{ title: "Oak Bookcase", quantity: 1 }])
    await expectSame("order", bought.order.id)
    const open = await store.queryGraph<{ id: string }>({
      entity: "order_change",
      fields: ["id"],
      filters: { order_id: bought.order.id, status: ["pending", "requested"] },
    })
    const { open_changes } = (await readWholeOrder(knex, bought.order.id)) ?? {}
    expect(open_changes?.map(({ id }) => ({ id }))).toEqual(open.map(({ id }) => ({ id })))
  })

  it("return null for an unknown ID", async () => {
    expect(await readWholeCart(knex, "cart_of_nobody")).toBeNull()
    expect(await readWholeOrder(knex, "order_of_nobody")).toBeNull()
  })
})
