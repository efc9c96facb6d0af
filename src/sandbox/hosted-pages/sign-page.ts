import { formatMoney, toCents } from "../money"
import type { Offer } from "../state/application"
import { renderLayout } from "./layout"
import { html } from "./markup"
import {
  renderForm,
  renderOrderSummary,
  renderSandboxChoices,
  renderSteps,
  type Visit,
} from "./parts"

/** Renders step 3: contract and down payment. */
export function renderSignPage(visit: Visit, offer: Offer): string {
  const payment = formatMoney(toCents(offer.leasePayment))
  const content = html`<section class="card">
      ${renderSteps(3)}
      <h1>Sign your contract</h1>
      <p class="soft">
        ${offer.overallTerm} months: ${offer.leaseTerm} lease payments of ${payment}, then
        ${offer.loanTerm} loan payments of ${formatMoney(toCents(offer.loanPayment))}. You can end
        the plan early by paying the remaining value.
      </p>
      <dl class="facts">
        <dt>Down payment today</dt>
        <dd>${payment}</dd>
        <dt>Paid with</dt>
        <dd>Test card ending in 4242</dd>
      </dl>
      ${renderForm(
        visit,
        html`<label class="check">
            <input type="checkbox" name="agreed" value="yes" required />
            <span>I have read the contract and sign it electronically.</span>
          </label>
          <button class="main" name="decision" value="sign">
            Sign and pay ${payment} down payment
          </button>
          <button class="quiet" name="decision" value="other-offer" formnovalidate>
            Choose another offer
          </button>`
      )}
    </section>
    ${renderOrderSummary(visit)} ${renderSandboxChoices(visit, ["walk-away", "decline", "cancel"])}`
  return renderLayout({ title: "Sign your contract", content })
}
