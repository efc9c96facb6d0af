import { formatMoney } from "../money"
import { getCurrentLink, type Customer } from "../state/application"
import { isCartMissing } from "../state/decisions"
import { renderLayout } from "./layout"
import { html, type Markup } from "./markup"
import {
  renderForm,
  renderOrderSummary,
  renderSandboxChoices,
  renderSteps,
  type Visit,
} from "./parts"

function renderCustomerFacts(customer: Customer): Markup {
  const { firstName, lastName, street, city, state, zip, email, cellPhone } = customer
  const name = [firstName, lastName].filter(Boolean).join(" ")
  const address = [street, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ")
  const rows = [
    ["Name", name],
    ["Address", address],
    ["E-mail", email],
    ["Mobile", cellPhone],
  ].filter(([, value]) => value)
  return html`<dl class="facts">
    ${rows.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`
    )}
  </dl>`
}

/** Renders step 1: customer details and amount. */
export function renderApplicationPage(visit: Visit): string {
  const { application } = visit
  const isPreApproval = isCartMissing(application)
  const amount = formatMoney(getCurrentLink(application).loanAmount)
  const heading = isPreApproval ? "See what you can spend" : `Finance your purchase of ${amount}`
  const content = html`<section class="card">
      ${renderSteps(1)}
      <h1>${heading}</h1>
      <p class="soft">
        Please check your details. Seeing whether you are approved takes a few seconds and does not
        affect your credit score.
      </p>
      ${renderCustomerFacts(application.customer)}
      ${renderForm(
        visit,
        html`<button class="main" name="decision" value="approve">See if I am approved</button>
          <button class="quiet" name="decision" value="walk-away">Return to the shop</button>`
      )}
    </section>
    ${!isPreApproval && renderOrderSummary(visit)}
    ${renderSandboxChoices(visit, ["decline", "review", "mismatch", "walk-away", "cancel"])}`
  return renderLayout({ title: heading, content, single: isPreApproval })
}
