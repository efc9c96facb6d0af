import { asMoney } from "../money"
import { currentTokenOf, type Customer } from "../state/application"
import { lacksCart } from "../state/decisions"
import { layout } from "./layout"
import { html, type Markup } from "./markup"
import { form, orderSummary, sandboxChoices, steps, type Visit } from "./parts"

function customerFacts(customer: Customer): Markup {
  const { firstName, lastName, street, city, state, zip, email, cellPhone } = customer
  const name = [firstName, lastName].filter(Boolean).join(" ")
  const place = [street, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ")
  const rows = [
    ["Name", name],
    ["Address", place],
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
export function applicationPage(visit: Visit): string {
  const { application } = visit
  const preApproval = lacksCart(application)
  const amount = asMoney(currentTokenOf(application).loanAmount)
  const what = preApproval ? "See what you can spend" : `Finance your purchase of ${amount}`
  const content = html`<section class="card">
      ${steps(1)}
      <h1>${what}</h1>
      <p class="soft">
        Please check your details. Seeing whether you are approved takes a few seconds and does not
        affect your credit score.
      </p>
      ${customerFacts(application.customer)}
      ${form(
        visit,
        html`<button class="main" name="decision" value="approve">See if I am approved</button>
          <button class="quiet" name="decision" value="walk-away">Return to the shop</button>`
      )}
    </section>
    ${!preApproval && orderSummary(visit)}
    ${sandboxChoices(visit, ["decline", "review", "mismatch", "walk-away", "cancel"])}`
  return layout({ title: what, content, single: preApproval })
}
