import { formatMoney } from "../money"
import type { CreationRefusal, SimulatorState } from "../state/simulator-state"
import { renderLayout } from "./layout"
import { html } from "./markup"

/** Renders the explanation of a null token, with a link to cancelUrl. */
export function renderRefusedPage(simulator: SimulatorState, refusal: CreationRefusal): string {
  const { minAmount, maxAmount } = simulator.settings
  const explanation =
    refusal.reason === "po-box"
      ? "We cannot ship to a PO box. Please give the shop a street address."
      : `We finance purchases from ${formatMoney(minAmount)} to ${formatMoney(maxAmount)}; ` +
        `yours comes to ${formatMoney(refusal.loanAmount)}.`
  const { cancelUrl } = refusal
  const content = html`<section class="card">
    <h1>We cannot finance this purchase</h1>
    <p class="soft">${explanation}</p>
    ${
      cancelUrl
        ? html`<a class="button" href="${cancelUrl}">Return to the shop</a>`
        : html`<p class="soft">You can close this window.</p>`
    }
  </section>`
  return renderLayout({ title: "We cannot finance this purchase", content, single: true })
}
