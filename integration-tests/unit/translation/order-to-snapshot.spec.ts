import { BigNumber, decorateCartTotals } from "@medusajs/framework/utils"
import fc from "fast-check"
import { hashSnapshot } from "../../../src/domain/snapshot-hash"
import { toCents } from "../../../src/translation/amount"
import { readCart } from "../../../src/translation/cart-to-snapshot"
import { readOrder, readOrderSnapshot } from "../../../src/translation/order-to-snapshot"
import { anyCart, buildLine, buildShippingMethod } from "./arbitrary-carts"

const DETAIL = {
  return_requested_quantity: 0,
  return_received_quantity: 0,
  return_dismissed_quantity: 0,
}

describe("reading a placed order", () => {
  it("A23: returns quantities and amounts as ordered, and the quantity that the customer keeps", () => {
    const items = [
      buildLine({
        id: "ordli_a",
        quantity: 5,
        tax_lines: [{ rate: 10 }],
        detail: { ...DETAIL, return_received_quantity: 2, return_dismissed_quantity: 1 },
      }),
    ]
    const order = readOrder({ items, shipping_methods: [buildShippingMethod()] })
    expect(order).toMatchObject({
      shipping: 1000,
      taxes: 5000,
      gross: 56_000,
      returnedValue: 33_000,
    })
    expect(order.items).toMatchObject([
      { lineItemId: "ordli_a", quantity: 5, net: 50_000, tax: 5000, kept: 2 },
    ])
  })

  it("A23: computes the same value of returns as Medusa", () => {
    const items = [
      buildLine({
        quantity: 3,
        unit_price: 33.335,
        tax_lines: [{ rate: 8.25 }],
        adjustments: [{ amount: 10 }],
        detail: { ...DETAIL, return_received_quantity: new BigNumber(2) },
      }),
    ]
    const medusaOrder = decorateCartTotals(
      structuredClone({
        items: [{ ...items[0], detail: { ...DETAIL, return_received_quantity: 2 } }],
      }) as Parameters<typeof decorateCartTotals>[0]
    )
    expect(readOrder({ items }).returnedValue).toBe(
      toCents(Reflect.get(medusaOrder, "return_received_total"))
    )
  })

  it("F1: prefers the raw value to the float for returned quantities", () => {
    const detail = {
      return_received_quantity: 0.3,
      raw_return_received_quantity: { value: "0.25" },
    }
    expect(readOrder({ items: [buildLine({ quantity: 1, detail })] }).items[0]?.kept).toBe(0.75)
  })

  it("limits returns to the ordered quantity", () => {
    const detail = { return_received_quantity: 4, return_dismissed_quantity: 4 }
    const order = readOrder({ items: [buildLine({ quantity: 5, detail })] })
    expect(order).toMatchObject({ items: [{ kept: 0 }], returnedValue: order.gross })
  })

  it("F11: gives the cart's hash when read as a snapshot with the financed amount", () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const cartReading = readCart(cart)
        if (!cartReading.ok) {
          throw new Error("unreadable")
        }
        const items = (cart.items ?? []).map((item) =>
          item === null
            ? null
            : {
                ...item,
                id: `ordli_${item.id}`,
                detail: { ...DETAIL, return_received_quantity: 1 },
              }
        )
        // Medusa reports a different total for an order with returns and refunds.
        const order = { ...cart, id: "order_1", items, total: -5 }
        const orderReading = readOrderSnapshot(order, {
          financed_cents: cartReading.snapshot.total,
          kind: "hosted",
        })
        expect(orderReading.ok && hashSnapshot(orderReading.snapshot, "k")).toBe(
          hashSnapshot(cartReading.snapshot, "k")
        )
      })
    )
  })
})
