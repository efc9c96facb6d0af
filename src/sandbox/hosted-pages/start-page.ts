import { formatMoney } from "../money"
import { getCurrentLink } from "../state/application"
import { formatStatus } from "../state/change-status"
import { buildHostedUrl } from "../state/create-application"
import type { SimulatorState } from "../state/simulator-state"
import { renderLayout } from "./layout"
import { html } from "./markup"

/** Renders the start page: a description of the simulator and the list of its applications. */
export function renderStartPage(simulator: SimulatorState): string {
  const applications = [...simulator.applications.getAll()].reverse()
  const rows = applications.map((application) => {
    const tip = getCurrentLink(application)
    const { firstName, lastName } = application.customer
    return html`<tr>
      <td>${tip.orderId || "no order yet"}</td>
      <td>${firstName} ${lastName}</td>
      <td>${formatMoney(tip.loanAmount)}</td>
      <td>${formatStatus(tip.status)}</td>
      <td><a href="${buildHostedUrl(simulator, application)}">open page</a></td>
    </tr>`
  })
  const list = html`<table>
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col">Customer</th>
        <th scope="col">Amount</th>
        <th scope="col">Status</th>
        <th scope="col">Customer's page</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
  const content = html`<section class="card" style="grid-column:1/-1">
    <h1>Simulator of the financing service</h1>
    <p class="soft">
      It stands in for the service until real credentials arrive. Its control API is listed at
      <a href="/control"><code>/control</code></a
      >.
    </p>
    <h2>Applications</h2>
    ${rows.length > 0 ? list : html`<p class="soft">None yet.</p>`}
  </section>`
  return renderLayout({ title: "Simulator", content })
}
