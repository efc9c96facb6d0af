import type { HttpTypes } from "@medusajs/framework/types"
import { html, type Html } from "../html"
import { pictureOf } from "../pictures"
import { asPrice } from "../prices"
import { openCart, show, type Visit } from "../visit"

function card(product: HttpTypes.StoreProduct, visit: Visit): Html {
  const variant = product.variants?.[0]
  const price = variant?.calculated_price?.calculated_amount
  return html`<li class="card product">
    ${pictureOf(product.handle)}
    <h2>${product.title}</h2>
    <p class="price">${asPrice(price, visit.country.currency)}</p>
    <form method="post" action="/${visit.country.code}/cart">
      <button name="variant" value="${variant?.id}">Add to cart</button>
    </form>
  </li>`
}

/** GET /:country */
export async function productsPage(visit: Visit): Promise<void> {
  const [products, cart] = await Promise.all([visit.api.products(visit.regionId), openCart(visit)])
  const content = html`<section class="intro">
      <h1>Furniture worth keeping. Paid over time.</h1>
      <p>Choose financing at the checkout, and see in seconds whether you are approved.</p>
    </section>
    <ul class="products">
      ${products.map((product) => card(product, visit))}
    </ul>`
  show(visit, { title: "Products", content, cart })
}
