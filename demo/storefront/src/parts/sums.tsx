import type { HttpTypes } from "@medusajs/types"
import { asPrice } from "../prices"
import { Picture } from "./picture"

/** The fields that carts and orders share. */
type Sums = Pick<
  HttpTypes.StoreCart,
  "item_subtotal" | "shipping_subtotal" | "tax_total" | "total" | "currency_code"
> & {
  discount_subtotal?: number
  shipping_methods?: unknown[] | null
  items?: (HttpTypes.StoreCartLineItem | HttpTypes.StoreOrderLineItem)[] | null
}

const LATER = "At the checkout"

/** The items and the totals of a cart or an order. */
export function SumsOf({ sums, isBrief }: { sums: Sums; isBrief?: boolean }) {
  const isEarly = sums.shipping_methods?.length === 0
  const price = (amount: number | undefined) => asPrice(amount, sums.currency_code)
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
              <span className="price">{price(item.unit_price * item.quantity)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="sums">
        <dt>Items</dt>
        <dd>{price(sums.item_subtotal)}</dd>
        <dt>Delivery</dt>
        <dd>{isEarly ? LATER : price(sums.shipping_subtotal)}</dd>
        {sums.discount_subtotal ? (
          <>
            <dt>Discount</dt>
            <dd>{price(-sums.discount_subtotal)}</dd>
          </>
        ) : null}
        <dt>Taxes</dt>
        <dd>{isEarly ? LATER : price(sums.tax_total)}</dd>
        <dt className="total">Total</dt>
        <dd className="total">{price(sums.total)}</dd>
      </dl>
    </>
  )
}
