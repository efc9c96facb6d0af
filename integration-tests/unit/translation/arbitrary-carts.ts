import { decorateCartTotals } from "@medusajs/framework/utils"
import type { CartRecord } from "../../../src/translation/cart-to-snapshot"
import type { LineRecord, ShippingMethodRecord } from "../../../src/translation/medusa-rows"
import fc from "fast-check"

export const ADDRESS = {
  first_name: "Anna",
  last_name: "Miller",
  address_1: "12 Main St",
  address_2: "Apt 4",
  city: "New York",
  province: "us-ny",
  postal_code: "10001",
  country_code: "us",
  phone: "+1 212 456 7890",
}

type UndecoratedCart = Omit<CartRecord, "total"> & { credit_lines: { amount: string }[] }

export type DecoratedLine = LineRecord & { total: unknown; tax_total: unknown }

/** Adds the totals that Medusa computes, as `query.graph` returns them. */
export function decorateCart(cart: Partial<UndecoratedCart>): CartRecord {
  const fullCart: UndecoratedCart = {
    id: "cart_1",
    email: "anna@example.com",
    currency_code: "usd",
    shipping_address: ADDRESS,
    billing_address: null,
    credit_lines: [],
    ...cart,
  }
  const input = structuredClone(fullCart) as Parameters<typeof decorateCartTotals>[0]
  const { total } = decorateCartTotals(input)
  return { ...fullCart, ...input, total } as CartRecord
}

let counter = 0

/** Builds a line of one unit at $100.00 without taxes. */
export function buildLine(changes: Partial<LineRecord> = {}): LineRecord {
  counter += 1
  return {
    id: `cali_${counter}`,
    title: "Chair",
    variant_id: `variant_${changes.title ?? "Chair"}`,
    variant_sku: "CHAIR-1",
    quantity: 1,
    unit_price: 100,
    is_tax_inclusive: false,
    adjustments: [],
    tax_lines: [],
    ...changes,
  }
}

export function buildShippingMethod(
  changes: Partial<ShippingMethodRecord> = {}
): ShippingMethodRecord {
  counter += 1
  return {
    id: `casm_${counter}`,
    amount: 10,
    is_tax_inclusive: false,
    adjustments: [],
    tax_lines: [],
    ...changes,
  }
}

// Mostly whole cents; some fractions of a cent, as percentages and imports cause them.
const price = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 300_000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000_000 }).map((units) => units / 10_000) }
)
const taxLines = fc
  .constantFrom([], [8.25], [8.875], [6.25, 2], [20], [33.3333])
  .map((rates) => rates.map((rate) => ({ rate })))
/** A promotion's share of the price, with all decimals. */
const promotion = fc.constantFrom(0, 0, 0.1, 1 / 3, 0.5, 1)

const anyLine = fc
  .record({
    unit: price,
    quantity: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 1, arbitrary: fc.constantFrom(0.5, 2.5, 1.333) }
    ),
    inclusive: fc.boolean(),
    tax_lines: taxLines,
    promotion,
  })
  .map(({ unit, quantity, inclusive, tax_lines, promotion }) => {
    // Medusa's promotion module caps the amount at the line's net price.
    const rate = tax_lines.reduce((all, { rate }) => all + rate, 0) / 100
    const netPrice = inclusive ? (unit * quantity) / (1 + rate) : unit * quantity
    const amount = Math.floor(netPrice * promotion * 1e8) / 1e8
    return buildLine({
      unit_price: unit,
      quantity,
      is_tax_inclusive: inclusive,
      tax_lines,
      adjustments: amount > 0 ? [{ amount, is_tax_inclusive: false }] : [],
    })
  })

const anyShipping = fc
  .record({ amount: price, is_tax_inclusive: fc.boolean(), tax_lines: taxLines, free: promotion })
  .map(({ amount, free, ...rest }) => {
    const discount = rest.is_tax_inclusive ? 0 : amount * free
    return buildShippingMethod({
      amount,
      ...rest,
      adjustments: discount > 0 ? [{ amount: discount }] : [],
    })
  })

/** Carts with promotions, tax-inclusive prices, fractions of a cent, and gift cards. */
export const anyCart = fc
  .record({
    items: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    shipping_methods: fc.array(anyShipping, { maxLength: 2 }),
    credit: fc.constantFrom(0, 0, 0, 0.25, 0.9, 0.999),
  })
  .map(({ items, shipping_methods, credit }) => {
    const gross = Number(decorateCart({ items, shipping_methods }).total)
    const amount = Math.floor(gross * credit * 1e4) / 1e4
    const credit_lines = amount > 0 ? [{ amount: String(amount) }] : []
    return decorateCart({ items, shipping_methods, credit_lines })
  })
  .filter((cart) => Number(cart.total) >= 0.01)
