import { html, type Html } from "./html"
import { asPrice } from "./prices"

/** What carts and orders have in common. Amounts in the currency's unit. */
type Sums = {
  items?: { title: string; product_title?: string | null; quantity: number }[] | null
  item_subtotal?: number
  shipping_subtotal?: number
  discount_subtotal?: number
  tax_total?: number
  total?: number
}

/** The items and how their prices add up. */
export function orderSums(sums: Sums, currency: string): Html {
  const row = (name: string, amount: number | undefined): Html =>
    html`<dt>${name}</dt>
      <dd>${asPrice(amount, currency)}</dd>`
  return html`<h2>Summary</h2>
    <ul class="summary soft">
      ${(sums.items ?? []).map(
        (item) => html`<li>${item.quantity} × ${item.product_title ?? item.title}</li>`
      )}
    </ul>
    <dl class="sums">
      ${row("Items", sums.item_subtotal)} ${row("Delivery", sums.shipping_subtotal)}
      ${sums.discount_subtotal ? row("Discount", -sums.discount_subtotal) : ""}
      ${row("Taxes", sums.tax_total)}
      <dt class="total">Total</dt>
      <dd class="total">${asPrice(sums.total, currency)}</dd>
    </dl>`
}
