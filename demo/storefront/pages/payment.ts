import type { HttpTypes } from "@medusajs/framework/types"
import { PROVIDER_ID } from "../../../tooling/shop-template/src/scripts/accounts"
import { html, type Html } from "../html"
import { orderSums } from "../order-sums"
import { notice, sentenceOf } from "../sentence"
import { cartId, field, goTo, openCart, show, type Visit } from "../visit"

const MANUAL = "pp_system_default"

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

type Told = { sentence: string; status: number }

/**
 * GET /:country/checkout?step=payment, where the plugin sends shoppers without an order, too. Where their
 * financing stands is asked for, which buys nothing; whose order was placed meanwhile goes on to it.
 */
export async function paymentPage(visit: Visit, told?: Told): Promise<void> {
  const id = cartId(visit)
  const financing = id ? await visit.api.financing(id) : undefined
  if (financing?.order_id) return goTo(visit, `/order/${financing.order_id}/confirmed`)
  const cart = await openCart(visit)
  if (!cart?.items?.length) return goTo(visit, "/cart")
  const content = html`<h1>Payment</h1>
    ${notice(told?.sentence ?? financing?.message ?? undefined)}
    <div class="columns">
      <div>${financing?.url && ongoing(visit)} ${choices(visit)}</div>
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
    return await paymentPage(visit, { sentence: completion.error.message, status: 200 })
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
  visit.res.redirect(303, url)
}
