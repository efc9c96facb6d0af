import { formatMoney, toCents } from "../money"
import { getCurrentLink, type Application } from "../state/application"
import type { SimulatorState } from "../state/simulator-state"
import { buildHostedUrl } from "../state/create-application"
import { html, type Markup } from "./markup"

/** Input of the pages of one application. */
export interface Visit {
  simulator: SimulatorState
  application: Application
  /** Offer in the URL, if any. */
  offerId: number | undefined
}

const STEP_LABELS = ["Your application", "Choose an offer", "Sign and pay"]

/** Renders the progress bar. `step` starts at 1. */
export function renderSteps(step: number): Markup {
  return html`<ol class="steps" aria-label="Progress">
    ${STEP_LABELS.map((name, index) =>
      index + 1 === step
        ? html`<li aria-current="step">${name}</li>`
        : html`<li class="${index + 1 < step && "past"}">${name}</li>`
    )}
  </ol>`
}

/** Renders a form that posts to the hosted page. `fields` contains its buttons. */
export function renderForm(visit: Visit, fields: Markup): Markup {
  const { simulator, application, offerId } = visit
  return html`<form method="post" action="${buildHostedUrl(simulator, application, offerId)}">
    <input type="hidden" name="framedBy" value="" />
    <input type="hidden" name="seen" value="${getCurrentLink(application).status}" />${fields}
  </form>`
}

/** Renders the order summary beside the main card. */
export function renderOrderSummary({ application }: Visit): Markup {
  const tip = getCurrentLink(application)
  const { items, shipping, taxes } = application
  return html`<aside class="card" aria-label="Your order">
    <h2>Your order</h2>
    <dl class="facts small">
      ${items.map(
        (item) =>
          html`<dt>${item.quantity} × ${item.description}</dt>
            <dd>${formatMoney(toCents(item.price * item.quantity))}</dd>`
      )}
      <dt>Shipping</dt>
      <dd>${formatMoney(shipping)}</dd>
      <dt>Taxes</dt>
      <dd>${application.taxExempt ? "exempt" : formatMoney(taxes)}</dd>
      <dt class="total">To finance</dt>
      <dd class="total">${formatMoney(tip.loanAmount)}</dd>
    </dl>
    <p class="small soft" style="margin:0">Order ${tip.orderId || "not assigned yet"}</p>
  </aside>`
}

const CHOICE_LABELS: Record<string, string> = {
  approve: "Approve",
  sign: "Approve and sign",
  decline: "Decline",
  review: "Send to review",
  mismatch: "Data mismatch",
  "walk-away": "Walk away",
  cancel: "Cancel the application",
}

/** Renders the buttons with which a tester chooses another outcome. */
export function renderSandboxChoices(visit: Visit, outcomes: string[]): Markup {
  const buttons = outcomes.map(
    (outcome) =>
      html`<button class="choice" name="decision" value="${outcome}">
        ${CHOICE_LABELS[outcome] ?? outcome}
      </button>`
  )
  return html`<section class="sandbox" aria-labelledby="sandbox-choices">
    <h2 id="sandbox-choices">For testing: choose another outcome</h2>
    ${renderForm(visit, html`${buttons}`)}
  </section>`
}
