import { asMoney } from "../money"
import type { CreationRefusal, World } from "../state/world"
import { layout } from "./layout"
import { html } from "./markup"

/** Renders the explanation of a null token, with a link to cancelUrl. */
export function refusedPage(world: World, refusal: CreationRefusal): string {
  const { minAmount, maxAmount } = world.settings
  const why =
    refusal.reason === "po-box"
      ? "We cannot ship to a PO box. Please give the shop a street address."
      : `We finance purchases from ${asMoney(minAmount)} to ${asMoney(maxAmount)}; ` +
        `yours comes to ${asMoney(refusal.loanAmount)}.`
  const { cancelUrl } = refusal
  const content = html`<section class="card">
    <h1>We cannot finance this purchase</h1>
    <p class="soft">${why}</p>
    ${
      cancelUrl
        ? html`<a class="button" href="${cancelUrl}">Return to the shop</a>`
        : html`<p class="soft">You can close this window.</p>`
    }
  </section>`
  return layout({ title: "We cannot finance this purchase", content, single: true })
}
