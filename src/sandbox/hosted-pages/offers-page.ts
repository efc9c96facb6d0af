import { formatMoney, toCents } from "../money"
import type { Offer } from "../state/application"
import { renderLayout } from "./layout"
import { html, type Markup } from "./markup"
import {
  renderForm,
  renderOrderSummary,
  renderSandboxChoices,
  renderSteps,
  type Visit,
} from "./parts"

function renderOfferChoice(offer: Offer, isChosen: boolean): Markup {
  const input = isChosen
    ? html`<input type="radio" name="offer" value="${offer.id}" required checked />`
    : html`<input type="radio" name="offer" value="${offer.id}" required />`
  return html`<label class="offer">
    ${input}
    <strong>${offer.overallTerm} months</strong>
    <strong class="pay">${formatMoney(toCents(offer.leasePayment))} / month</strong>
    <span class="note small soft">
      ${offer.leaseTerm} months lease, then ${offer.loanTerm} payments of
      ${formatMoney(toCents(offer.loanPayment))} (${offer.loanRate}% loan rate)
    </span>
  </label>`
}

/** Renders step 2: choice of an offer. */
export function renderOffersPage(visit: Visit): string {
  const { offers, chosenOfferId, customer } = visit.application
  const selectedOfferId = chosenOfferId ?? offers[0]?.id
  const greeting = customer.firstName ? `, ${customer.firstName}` : ""
  const content = html`<section class="card">
      ${renderSteps(2)}
      <h1>You are approved${greeting}</h1>
      <p class="soft">Choose the plan that suits you. The first payment is due when you sign.</p>
      ${renderForm(
        visit,
        html`<fieldset>
            <legend>Your offers</legend>
            ${offers.map((offer) => renderOfferChoice(offer, offer.id === selectedOfferId))}
          </fieldset>
          <button class="main" name="decision" value="choose-offer">
            Continue with this offer
          </button>
          <button class="quiet" name="decision" value="walk-away" formnovalidate>
            Return to the shop
          </button>`
      )}
    </section>
    ${renderOrderSummary(visit)}
    ${renderSandboxChoices(visit, ["decline", "review", "walk-away", "cancel"])}`
  return renderLayout({ title: "Choose an offer", content })
}
