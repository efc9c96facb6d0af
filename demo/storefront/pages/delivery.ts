import type { HttpTypes } from "@medusajs/framework/types"
import type { Address } from "../../../tooling/clients/shop-client"
import { html, type Html } from "../html"
import { orderSums } from "../order-sums"
import { asPrice } from "../prices"
import { notice, sentenceOf } from "../sentence"
import type { Delivery } from "../store-api"
import { field, goTo, openCart, show, type Visit } from "../visit"

const FIELDS: { name: keyof Address; label: string; complete: string; optional?: boolean }[] = [
  { name: "first_name", label: "First name", complete: "given-name" },
  { name: "last_name", label: "Last name", complete: "family-name" },
  { name: "address_1", label: "Street and number", complete: "address-line1" },
  { name: "city", label: "City", complete: "address-level2" },
  { name: "province", label: "State (2 letters)", complete: "address-level1", optional: true },
  { name: "postal_code", label: "ZIP code", complete: "postal-code" },
  { name: "phone", label: "Mobile (optional)", complete: "tel", optional: true },
]

function input(label: string, attributes: Html): Html {
  return html`<label class="field"><span>${label}</span><input ${attributes} /></label>`
}

function options(found: HttpTypes.StoreCartShippingOption[], chosen: string, currency: string) {
  return found.map(
    ({ id, name, amount }, index) =>
      html`<label class="choice">
        <input
          type="radio"
          name="option"
          value="${id}"
          required
          ${id === chosen || (!chosen && index === 0) ? html`checked` : ""}
        />
        <span>${name}</span><b>${asPrice(amount, currency)}</b>
      </label>`
  )
}

/** GET /:country/checkout: who buys, and where it goes. `typed` is what was refused just now. */
export async function deliveryPage(
  visit: Visit,
  refused?: { typed: Delivery; sentence: string }
): Promise<void> {
  const cart = await openCart(visit)
  if (!cart?.items?.length) return goTo(visit, "/cart")
  const { country } = visit
  const address = refused?.typed.address ?? { ...country.address, ...present(cart) }
  const email = refused?.typed.email ?? cart.email ?? `dana-${Date.now()}@shop.example`
  const found = (await visit.api.deliveryOptions(cart.id)).sort((a, b) => a.amount - b.amount)
  const chosen = cart.shipping_methods?.[0]?.shipping_option_id ?? ""
  const content = html`<h1>Checkout</h1>
    <div class="columns">
      <form method="post" action="/${country.code}/checkout" class="card">
        ${notice(refused?.sentence)}
        <h2>Delivery address</h2>
        <p class="hint">
          Try the last names <b>Approved</b>, <b>Declined</b>, <b>Review</b>,
          <b>Reviewapproved</b> or <b>Reviewdeclined</b>: the simulator decides about them by
          itself. Everybody else applies at its pages.
        </p>
        <div class="fields">
          ${input("E-mail", html`type="email" name="email" value="${email}" required autocomplete="email"`)}
          ${FIELDS.map(({ name, label, complete, optional }) =>
            input(
              label,
              html`name="${name}" value="${address[name]}" autocomplete="${complete}"
              ${optional ? "" : html`required`}`
            )
          )}
        </div>
        <h2>Delivery</h2>
        ${options(found, chosen, country.currency)}
        <button class="main">Continue to payment</button>
      </form>
      <aside class="card">${orderSums(cart, country.currency)}</aside>
    </div>`
  show(visit, { title: "Checkout", content, cart }, refused ? 400 : 200)
}

/** What the cart knows of the address already. */
function present(cart: HttpTypes.StoreCart): Partial<Address> {
  const known = Object.entries(cart.shipping_address ?? {}).filter(([, value]) => Boolean(value))
  return Object.fromEntries(known)
}

/** POST /:country/checkout */
export async function saveDelivery(visit: Visit): Promise<void> {
  const cart = await openCart(visit)
  if (!cart) return goTo(visit, "/cart")
  const typed: Delivery = {
    email: field(visit, "email"),
    optionId: field(visit, "option"),
    address: {
      ...visit.country.address,
      ...Object.fromEntries(FIELDS.map(({ name }) => [name, field(visit, name)])),
    },
  }
  try {
    await visit.api.saveDelivery(cart.id, typed)
  } catch (error) {
    return deliveryPage(visit, { typed, sentence: sentenceOf(error) })
  }
  goTo(visit, "/checkout?step=payment")
}
