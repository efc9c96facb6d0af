import { asMoney, toCents } from "../money"
import type { Offer } from "../state/application"
import { layout } from "./layout"
import { html, type Markup } from "./markup"
import { form, orderSummary, sandboxChoices, steps, type Visit } from "./parts"

function offerChoice(offer: Offer, chosen: boolean): Markup {
  const input = chosen
    ? html`<input type="radio" name="offer" value="${offer.id}" required checked />`
    : html`<input type="radio" name="offer" value="${offer.id}" required />`
  return html`<label class="offer">
    ${input}
    <strong>${offer.overallTerm} months</strong>
    <strong class="pay">${asMoney(toCents(offer.leasePayment))} / month</strong>
    <span class="note small soft">
      ${offer.leaseTerm} months lease, then ${offer.loanTerm} payments of
      ${asMoney(toCents(offer.loanPayment))} (${offer.loanRate}% loan rate)
    </span>
  </label>`
}

/** Renders step 2: choice of an offer. */
export function offersPage(visit: Visit): string {
  const { offers, chosenOfferId, customer } = visit.application
  const chosen = chosenOfferId ?? offers[0]?.id
  const greeting = customer.firstName ? `, ${customer.firstName}` : ""
  const content = html`<section class="card">
      ${steps(2)}
      <h1>You are approved${greeting}</h1>
      <p class="soft">Choose the plan that suits you. The first payment is due when you sign.</p>
      ${form(
        visit,
        html`<fieldset>
            <legend>Your offers</legend>
            ${offers.map((offer) => offerChoice(offer, offer.id === chosen))}
          </fieldset>
          <button class="main" name="decision" value="choose-offer">
            Continue with this offer
          </button>
          <button class="quiet" name="decision" value="walk-away" formnovalidate>
            Return to the shop
          </button>`
      )}
    </section>
    ${orderSummary(visit)} ${sandboxChoices(visit, ["decline", "review", "walk-away", "cancel"])}`
  return layout({ title: "Choose an offer", content })
}
