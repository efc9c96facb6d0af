import { cents } from "../../../src/domain/money"
import { BUYING_FIELDS, judgeBuying } from "../../../src/translation/buying"
import { LEDGER_FIELDS, readOrderLedger } from "../../../src/translation/ledger/read-order-ledger"
import { CART_FIELDS, readCart } from "../../../src/translation/cart-to-snapshot"
import { ORDER_PROGRESS_FIELDS, readOrderProgress } from "../../../src/translation/order-progress"
import { readOtherPayments } from "../../../src/translation/other-payments"
import { ORDER_FIELDS, readOrder } from "../../../src/translation/order-to-snapshot"
import {
  findObstacleToRequest,
  REQUESTED_ORDER_FIELDS,
} from "../../../src/translation/requested-order"
import { judgeShipping, SHIPPING_FIELDS } from "../../../src/translation/shipping-choice"
import { readPurchaseState } from "../../../src/translation/purchase-state"
import { ORDER_STATE_FIELDS } from "../../../src/translation/store-side"
import { readStoreAmounts } from "../../../src/translation/store-amounts"

/** A record that notes which of its fields are looked at, as `query.graph` would name them. */
function watched<Row extends object>(record: Row) {
  const seen = new Set<string>()
  const watch = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => watch(one, path))
    if (typeof value !== "object" || value === null || "value" in value) return value
    return new Proxy(value, {
      get: (target, key) => {
        if (typeof key === "symbol" || !(key in target)) return Reflect.get(target, key) as unknown
        const below = path === "" ? key : `${path}.${key}`
        const found: unknown = Reflect.get(target, key)
        if (typeof found !== "object" || found === null || "value" in found) seen.add(below)
        return watch(found, below)
      },
    })
  }
  return { record: watch(record, "") as Row, seen }
}

/** `items.*` brings every field of an item, and of a number also its exact text. */
function isAsked(fields: readonly string[], path: string): boolean {
  const parent = path.split(".").slice(0, -1).join(".")
  return [path, path.replace(/(^|\.)raw_(\w+)$/, "$1$2"), `${parent}.*`].some((one) =>
    fields.includes(one)
  )
}

function notAsked(fields: readonly string[], seen: Set<string>): string[] {
  return [...seen].filter((path) => !isAsked(fields, path))
}

const raw = (value: string) => ({ value })
const WHEN = "2026-01-02T03:04:05Z"
const ADDRESS = {
  first_name: "Dana",
  last_name: "Shopper",
  address_1: "350 Fifth Avenue",
  address_2: "",
  city: "New York",
  province: "NY",
  postal_code: "10118",
  country_code: "us",
  phone: "2125550143",
}
const CHARGES = {
  is_tax_inclusive: false,
  adjustments: [{ amount: 1, raw_amount: raw("1"), is_tax_inclusive: false }],
  tax_lines: [{ rate: 10, raw_rate: raw("10") }],
}
const DETAIL = {
  return_requested_quantity: 1,
  return_received_quantity: 1,
  return_dismissed_quantity: 0,
  fulfilled_quantity: 1,
  shipped_quantity: 1,
  delivered_quantity: 0,
}
const PRICED = {
  items: [
    {
      id: "line_1",
      title: "",
      product_title: "Sofa",
      variant_sku: "SOFA",
      quantity: 2,
      raw_quantity: raw("2"),
      unit_price: 50,
      raw_unit_price: raw("50"),
      requires_shipping: true,
      detail: DETAIL,
      ...CHARGES,
    },
  ],
  shipping_methods: [{ id: "sm_1", amount: 10, raw_amount: raw("10"), ...CHARGES }],
}
const CART = {
  id: "cart_1",
  email: "dana@shop.example",
  currency_code: "usd",
  completed_at: null,
  total: 118,
  shipping_address: ADDRESS,
  billing_address: ADDRESS,
  ...PRICED,
}
const ROW = { id: "row_1", amount: 5, raw_amount: raw("5"), created_at: WHEN }
const ORDER = {
  ...CART,
  id: "order_1",
  display_id: 7,
  version: 1,
  status: "pending",
  canceled_at: null,
  created_at: WHEN,
  summary: { pending_difference: 5, raw_pending_difference: raw("5") },
  transactions: [{ ...ROW, reference: "capture", reference_id: "capt_1", version: 1 }],
  fulfillments: [
    {
      canceled_at: null,
      shipped_at: WHEN,
      delivered_at: null,
      items: [{ line_item_id: "line_1", quantity: 1 }],
    },
  ],
  payment_collections: [
    {
      id: "pay_col_1",
      status: "authorized",
      amount: 118,
      raw_amount: raw("118"),
      authorized_amount: 118,
      captured_amount: 5,
      refunded_amount: 5,
      created_at: WHEN,
      payment_sessions: [
        {
          id: "payses_1",
          status: "authorized",
          provider_id: "pp_consumer-financing",
          amount: 118,
          raw_amount: raw("118"),
        },
      ],
      payments: [
        {
          id: "pay_1",
          payment_session_id: "payses_1",
          amount: 118,
          raw_amount: raw("118"),
          captured_at: WHEN,
          canceled_at: null,
          created_at: WHEN,
          captures: [ROW],
          refunds: [ROW],
        },
      ],
    },
  ],
}

describe("what is read of Medusa's records was asked for", () => {
  test("of a cart, and all of it is needed", () => {
    const { record, seen } = watched(CART)
    expect(readCart(record)).toMatchObject({ ok: true })
    expect(notAsked(CART_FIELDS, seen)).toEqual([])
    const tops = new Set([...seen].map((path) => path.replace(/\.[^.]+$/, ".*")))
    expect([...CART_FIELDS].filter((field) => !tops.has(field))).toEqual(["completed_at"])
  })

  test("of an order, as it was placed", () => {
    const { record, seen } = watched(ORDER)
    readOrder(record)
    expect(notAsked(ORDER_FIELDS, seen)).toEqual([])
    expect(seen).toContain("items.detail.return_received_quantity")
  })

  test("of an order that a customer is asked to finance", () => {
    const { record, seen } = watched(ORDER)
    findObstacleToRequest(record)
    const unpaid = watched({ ...ORDER, payment_collections: [] })
    findObstacleToRequest(unpaid.record)
    expect(notAsked(REQUESTED_ORDER_FIELDS, new Set([...seen, ...unpaid.seen]))).toEqual([])
  })

  test("of how far an order got, and all of it is needed", () => {
    const { record, seen } = watched(ORDER)
    readOrderProgress(record, [])
    const authorized = { payment_session_id: "payses_9", amount: 1 }
    const open = watched({
      total: 1,
      payment_collections: [
        {
          payment_sessions: [{ id: "payses_9" }],
          payments: [authorized, { ...authorized, raw_amount: raw("1") }],
        },
      ],
    })
    readOtherPayments(open.record, [])
    const read = new Set([...seen, ...open.seen])
    expect(notAsked(ORDER_PROGRESS_FIELDS, read)).toEqual([])
    const unread = ORDER_PROGRESS_FIELDS.filter((field) => !field.endsWith("*") && !read.has(field))
    expect(unread).toEqual(["id"])
  })

  test("of who buys what", () => {
    const { record, seen } = watched({
      sales_channel_id: "sc_1",
      currency_code: "usd",
      items: [
        {
          product_id: "prod_1",
          is_giftcard: false,
          product: { id: "prod_1", is_giftcard: false, categories: [{ id: "c", mpath: "a.c" }] },
        },
      ],
      customer: { groups: [{ id: "group_1" }] },
    })
    const checkout = {
      minimumAmount: 1,
      maximumAmount: null,
      excludedProductIds: ["prod_2"],
      excludedCategoryIds: ["b"],
      excludedCustomerGroupIds: ["group_2"],
      excludedStates: ["CA"],
      excludeGiftCards: true,
      excludedSalesChannelIds: ["sc_2"],
    }
    judgeBuying(record, { total: cents(11_800), state: "NY", checkout })
    expect(notAsked(BUYING_FIELDS, seen)).toEqual([])
    expect(BUYING_FIELDS.filter((field) => !seen.has(field))).toEqual(["id"])
  })

  test("of the shipping that a cart needs, and all of it is needed", () => {
    const { record, seen } = watched({
      items: [
        {
          requires_shipping: true,
          variant: { id: "variant_1", product: { shipping_profile: { id: "sp_1" } } },
        },
      ],
      shipping_methods: [{ shipping_option: { shipping_profile_id: "sp_1" } }],
    })
    expect(judgeShipping(record)).toEqual([])
    expect(notAsked(SHIPPING_FIELDS, seen)).toEqual([])
    // By its id alone it shows that a variant is there.
    expect(SHIPPING_FIELDS.filter((field) => !seen.has(field))).toEqual(["items.variant.id"])
  })

  test("of what stands on an application", () => {
    const { record, seen } = watched(ORDER)
    const { payment } = readPurchaseState({
      knownOrderId: "order_1",
      sessionIds: ["payses_1"],
      superseded: false,
      awaitsSession: false,
      cart: null,
      cartUnchanged: true,
      order: record,
    })
    expect(readStoreAmounts(payment)).toEqual({ captured: 500, refunded: 500 })
    expect(notAsked(ORDER_STATE_FIELDS, seen)).toEqual([])
    const needed = ["payment_session_id", "captured_at", "canceled_at", "captures.raw_amount"]
    for (const field of needed) expect(seen).toContain(`payment_collections.payments.${field}`)
  })

  test("of an order's books", () => {
    const { record, seen } = watched(ORDER)
    readOrderLedger(record, { changes: [], sessionIds: ["payses_1"], now: Date.parse(WHEN) })
    expect(notAsked(LEDGER_FIELDS, seen)).toEqual([])
    const unread = LEDGER_FIELDS.filter((field) => !field.endsWith("*") && !seen.has(field))
    expect(unread).toEqual([])
  })
})
