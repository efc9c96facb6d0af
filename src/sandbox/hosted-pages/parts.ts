import { asMoney, toCents } from "../money"
import { currentTokenOf, type Application } from "../state/application"
import type { World } from "../state/world"
import { hostedUrl } from "../state/create-application"
import { html, type Markup } from "./markup"

/** Input of the pages of one application. */
export interface Visit {
  world: World
  application: Application
  /** Offer in the URL, if any. */
  offerId: number | undefined
}

const STEPS = ["Your application", "Choose an offer", "Sign and pay"]

/** Renders the progress bar. `step` starts at 1. */
export function steps(step: number): Markup {
  return html`<ol class="steps" aria-label="Progress">
    ${STEPS.map((name, index) =>
      index + 1 === step
        ? html`<li aria-current="step">${name}</li>`
        : html`<li class="${index + 1 < step && "past"}">${name}</li>`
    )}
  </ol>`
}

/** Renders a form that posts to the hosted page. `fields` contains its buttons. */
export function form(visit: Visit, fields: Markup): Markup {
  const { world, application, offerId } = visit
  return html`<form method="post" action="${hostedUrl(world, application, offerId)}">
    <input type="hidden" name="framedBy" value="" />
    <input type="hidden" name="seen" value="${currentTokenOf(application).status}" />${fields}
  </form>`
}

/** Renders the order summary beside the main card. */
export function orderSummary({ application }: Visit): Markup {
  const tip = currentTokenOf(application)
  const { items, shipping, taxes } = application
  return html`<aside class="card" aria-label="Your order">
    <h2>Your order</h2>
    <dl class="facts small">
      ${items.map(
        (item) =>
          html`<dt>${item.quantity} × ${item.description}</dt>
            <dd>${asMoney(toCents(item.price * item.quantity))}</dd>`
      )}
      <dt>Shipping</dt>
      <dd>${asMoney(shipping)}</dd>
      <dt>Taxes</dt>
      <dd>${application.taxExempt ? "exempt" : asMoney(taxes)}</dd>
      <dt class="total">To finance</dt>
      <dd class="total">${asMoney(tip.loanAmount)}</dd>
    </dl>
    <p class="small soft" style="margin:0">Order ${tip.orderId || "not assigned yet"}</p>
  </aside>`
}

const CHOICES: Record<string, string> = {
  approve: "Approve",
  sign: "Approve and sign",
  decline: "Decline",
  review: "Send to review",
  mismatch: "Data mismatch",
  "walk-away": "Walk away",
  cancel: "Cancel the application",
}

/** Renders the buttons with which a tester chooses another outcome. */
export function sandboxChoices(visit: Visit, outcomes: string[]): Markup {
  const buttons = outcomes.map(
    (outcome) =>
      html`<button class="choice" name="decision" value="${outcome}">
        ${CHOICES[outcome] ?? outcome}
      </button>`
  )
  return html`<section class="sandbox" aria-labelledby="sandbox-choices">
    <h2 id="sandbox-choices">For testing: choose another outcome</h2>
    ${form(visit, html`${buttons}`)}
  </section>`
}
