import type { HttpTypes } from "@medusajs/framework/types"
import { PROVIDER_ID } from "../../../tooling/shop-template/src/scripts/accounts"
import { clearCookie, readCookie, setCookie } from "../cookies"
import { html, type Html } from "../html"
import { orderSums } from "../order-sums"
import { notice, sentenceOf } from "../sentence"
import { cartId, field, goTo, openCart, show, type Visit } from "../visit"

const MANUAL = "pp_system_default"

/** The cart whose shopper is at the service: whoever comes back is told where things stand. */
const AWAY = "at_the_service_for"

const WAYS = [
  { value: "redirect", label: "Consumer financing", note: "You go on at the financing service." },
  { value: "frame", label: "Consumer financing, within this page", note: "In an embedded frame." },
  { value: "manual", label: "Pay manually", note: "By bank transfer, say. No financing." },
]

/** Where the shopper's financing application can be gone on with, if there is one. */
export function applicationUrl(cart: HttpTypes.StoreCart): string | undefined {
  const sessions = cart.payment_collection?.payment_sessions ?? []
  const url = sessions.find(({ provider_id }) => provider_id === PROVIDER_ID)?.data.url
  return typeof url === "string" ? url : undefined
}

function ongoing(visit: Visit): Html {
  const action = `/${visit.country.code}/checkout/complete`
  return html`<form method="post" action="${action}" class="card ongoing">
    <h2>Your financing application</h2>
    <p>You have begun one for this cart.</p>
    <a class="button" href="/${visit.country.code}/checkout/application">Continue it</a>
    <button class="quiet">I have finished it: place my order</button>
  </form>`
}

function choices(visit: Visit): Html {
  return html`<form method="post" action="/${visit.country.code}/checkout/payment" class="card">
    <h2>How would you like to pay?</h2>
    ${WAYS.map(
      ({ value, label, note }, index) =>
        html`<label class="choice">
          <input type="radio" name="way" value="${value}" ${index === 0 ? html`checked` : ""} />
          <span>${label}<small class="soft">${note}</small></span>
        </label>`
    )}
    <button class="main">Continue</button>
    <a href="/${visit.country.code}/checkout">Back to the address</a>
  </form>`
}

type Told = { sentence: string; status: number; isOver?: boolean }

/** GET /:country/checkout?step=payment, where the plugin sends shoppers without an order, too. */
export async function paymentPage(visit: Visit, told?: Told): Promise<void> {
  const away = told ? undefined : readCookie(visit.req, AWAY)
  if (away) clearCookie(visit.res, AWAY)
  if (away && away === cartId(visit)) return placeOrder(visit)
  const cart = await openCart(visit)
  if (!cart?.items?.length) return goTo(visit, "/cart")
  const isOpen = applicationUrl(cart) !== undefined && told?.isOver !== true
  const content = html`<h1>Payment</h1>
    ${notice(told?.sentence)}
    <div class="columns">
      <div>${isOpen && ongoing(visit)} ${choices(visit)}</div>
      <aside class="card">${orderSums(cart, visit.country.currency)}</aside>
    </div>`
  show(visit, { title: "Payment", content, cart }, told?.status ?? 200)
}

/**
 * POST /:country/checkout/complete: the order, or the sentence why there is none yet. A cart that
 * became an order meanwhile (the plugin may have been quicker) answers with that order.
 */
export async function placeOrder(visit: Visit): Promise<void> {
  const id = cartId(visit)
  if (!id) return goTo(visit, "/cart")
  try {
    const completion = await visit.api.complete(id)
    if (completion.type === "order") {
      return goTo(visit, `/order/${completion.order.id}/confirmed`)
    }
    const { message, type } = completion.error
    const isOver = type === "payment_authorization_error"
    return await paymentPage(visit, { sentence: message, status: 200, isOver })
  } catch (error) {
    return paymentPage(visit, { sentence: sentenceOf(error), status: 400 })
  }
}

/** POST /:country/checkout/payment */
export async function choosePayment(visit: Visit): Promise<void> {
  const cart = await openCart(visit)
  if (!cart) return goTo(visit, "/cart")
  const way = field(visit, "way")
  try {
    await visit.api.choosePayment(cart, way === "manual" ? MANUAL : PROVIDER_ID)
  } catch (error) {
    return paymentPage(visit, { sentence: sentenceOf(error), status: 400 })
  }
  if (way === "manual") return placeOrder(visit)
  goTo(visit, way === "frame" ? "/checkout/frame" : "/checkout/application")
}

/** GET /:country/checkout/application: on to the service. */
export async function goToService(visit: Visit): Promise<void> {
  const cart = await openCart(visit)
  const url = cart && applicationUrl(cart)
  if (!url) return goTo(visit, "/checkout?step=payment")
  setCookie(visit.res, AWAY, cart.id)
  visit.res.redirect(303, url)
}
