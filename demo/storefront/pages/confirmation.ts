import type { HttpTypes } from "@medusajs/framework/types"
import { HttpRefusal } from "../../../tooling/clients/http-door"
import { html } from "../html"
import { orderSums } from "../order-sums"
import { openCart, show, type Visit } from "../visit"
import { notFoundPage } from "./not-found"

type Words = { heading: string; sentence: string; kind: "good" | "wait" | "bad" }

const CANCELLED: Words = {
  heading: "Your order was cancelled",
  sentence: "The financing was not approved, or the order was cancelled. Nothing was charged.",
  kind: "bad",
}
const PAID: Words = {
  heading: "Thank you for your order",
  sentence: "Your payment is arranged. We tell you as soon as it is on its way.",
  kind: "good",
}
const WAITING: Words = {
  heading: "Thank you, we have your order",
  sentence: "Its payment is not decided yet. You need not do anything: we write to you.",
  kind: "wait",
}

function wordsFor({ status, payment_status }: HttpTypes.StoreOrder): Words {
  if (status === "canceled") return CANCELLED
  return ["not_paid", "awaiting", "requires_action"].includes(payment_status) ? WAITING : PAID
}

/** GET /:country/order/:id/confirmed, where the plugin sends shoppers whose order is placed. */
export async function confirmationPage(visit: Visit): Promise<void> {
  let order: HttpTypes.StoreOrder
  try {
    order = await visit.api.order(visit.req.params.order ?? "")
  } catch (error) {
    if (error instanceof HttpRefusal && error.status === 404) return notFoundPage(visit)
    throw error
  }
  const { heading, sentence, kind } = wordsFor(order)
  const content = html`<section class="card narrow">
    <p class="mark ${kind}" aria-hidden="true"></p>
    <h1>${heading}</h1>
    <p>${sentence}</p>
    <dl class="sums">
      <dt>Order #${order.display_id}</dt>
      <dd>${order.status}</dd>
      <dt>Payment</dt>
      <dd>${order.payment_status.replaceAll("_", " ")}</dd>
      <dt>Delivery</dt>
      <dd>${order.fulfillment_status.replaceAll("_", " ")}</dd>
    </dl>
    ${orderSums(order, order.currency_code)}
    <a class="button" href="/${visit.country.code}">Continue shopping</a>
  </section>`
  show(visit, { title: heading, content, cart: await openCart(visit) })
}
