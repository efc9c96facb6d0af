import type { HttpTypes } from "@medusajs/framework/types"
import { html, type Html } from "../html"
import { orderSums } from "../order-sums"
import { pictureOf } from "../pictures"
import { asPrice } from "../prices"
import { field, goTo, openCart, openOrNewCart, show, type Visit } from "../visit"

function line(item: HttpTypes.StoreCartLineItem, visit: Visit): Html {
  return html`<li class="line">
    ${pictureOf(item.product_handle)}
    <div>
      <h2>${item.product_title ?? item.title}</h2>
      <p class="soft">${asPrice(item.unit_price, visit.country.currency)} each</p>
      <form method="post" action="/${visit.country.code}/cart/${item.id}" class="inline">
        <label
          >Quantity
          <input type="number" name="quantity" value="${item.quantity}" min="0" max="20" required
        /></label>
        <button class="quiet">Update</button>
        <button class="quiet" name="remove" value="yes" formnovalidate>Remove</button>
      </form>
    </div>
    <p class="price">${asPrice(item.subtotal, visit.country.currency)}</p>
  </li>`
}

/** GET /:country/cart */
export async function cartPage(visit: Visit): Promise<void> {
  const cart = await openCart(visit)
  const home = `/${visit.country.code}`
  const content = cart?.items?.length
    ? html`<h1>Your cart</h1>
        <div class="columns">
          <ul class="card lines">
            ${cart.items.map((item) => line(item, visit))}
          </ul>
          <aside class="card">
            ${orderSums(cart, visit.country.currency)}
            <a class="button" href="${home}/checkout">Go to checkout</a>
          </aside>
        </div>`
    : html`<section class="card narrow">
        <h1>Your cart is empty</h1>
        <a class="button" href="${home}">See the products</a>
      </section>`
  show(visit, { title: "Your cart", content, cart })
}

/** POST /:country/cart */
export async function addToCart(visit: Visit): Promise<void> {
  const cart = await openOrNewCart(visit)
  await visit.api.addItem(cart.id, field(visit, "variant"))
  goTo(visit, "/cart")
}

/** POST /:country/cart/:line */
export async function changeCart(visit: Visit): Promise<void> {
  const cart = await openCart(visit)
  const id = visit.req.params.line
  const wanted = field(visit, "remove") ? 0 : Number.parseInt(field(visit, "quantity"), 10)
  if (cart && id && Number.isInteger(wanted)) {
    await visit.api.setQuantity(cart.id, { id, quantity: wanted })
  }
  goTo(visit, "/cart")
}
