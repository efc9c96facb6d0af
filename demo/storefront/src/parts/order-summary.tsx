import type { HttpTypes } from "@medusajs/types"
import { formatPrice } from "../prices"
import { Picture } from "./picture"

/** The fields that carts and orders share. */
type Totals = Pick<
  HttpTypes.StoreCart,
  "item_subtotal" | "shipping_subtotal" | "tax_total" | "total" | "currency_code"
> & {
  discount_subtotal?: number
  shipping_methods?: unknown[] | null
  items?: (HttpTypes.StoreCartLineItem | HttpTypes.StoreOrderLineItem)[] | null
}

const AT_CHECKOUT = "At the checkout"

/** The items and the totals of a cart or an order. */
export function OrderSummary({ sums, isBrief }: { sums: Totals; isBrief?: boolean }) {
  const hasNoDelivery = sums.shipping_methods?.length === 0
  const formatAmount = (amount: number | undefined) => formatPrice(amount, sums.currency_code)
  return (
    <>
      {isBrief ? null : (
        <ul className="brief">
          {(sums.items ?? []).map((item) => (
            <li key={item.id}>
              <Picture handle={item.product_handle} />
              <span>
                {item.product_title ?? item.title}
                <small>Quantity {item.quantity}</small>
              </span>
              <span className="price">{formatAmount(item.unit_price * item.quantity)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="sums">
        <dt>Items</dt>
        <dd>{formatAmount(sums.item_subtotal)}</dd>
        <dt>Delivery</dt>
        <dd>{hasNoDelivery ? AT_CHECKOUT : formatAmount(sums.shipping_subtotal)}</dd>
        {sums.discount_subtotal ? (
          <>
            <dt>Discount</dt>
            <dd>{formatAmount(-sums.discount_subtotal)}</dd>
          </>
        ) : null}
        <dt>Taxes</dt>
        <dd>{hasNoDelivery ? AT_CHECKOUT : formatAmount(sums.tax_total)}</dd>
        <dt className="total">Total</dt>
        <dd className="total">{formatAmount(sums.total)}</dd>
      </dl>
    </>
  )
}
