import { html } from "../html"
import { show, type Visit } from "../visit"

export function notFoundPage(visit: Visit): void {
  const content = html`<section class="card narrow">
    <h1>There is nothing here</h1>
    <p>This address leads nowhere in our shop.</p>
    <a class="button" href="/${visit.country.code}">See the products</a>
  </section>`
  show(visit, { title: "Not found", content }, 404)
}

export function failurePage(visit: Visit): void {
  const content = html`<section class="card narrow">
    <h1>That did not work</h1>
    <p>The shop cannot be reached just now. Please try again in a moment.</p>
    <a class="button" href="/${visit.country.code}">See the products</a>
  </section>`
  show(visit, { title: "That did not work", content }, 502)
}
