import type { Country } from "./countries"
import { COUNTRIES } from "./countries"
import type { Html } from "./html"
import { html } from "./html"

export type Document = { title: string; content: Html; country: Country; itemCount: number }

function countryLinks(current: Country): Html[] {
  return COUNTRIES.map(({ code, name, currency }) =>
    code === current.code
      ? html`<strong>${name}, ${currency.toUpperCase()}</strong>`
      : html`<a href="/${code}">${name}, ${currency.toUpperCase()}</a>`
  )
}

/** A whole document: header, the page, footer. */
export function layout({ title, content, country, itemCount }: Document): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Harbor &amp; Oak</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/storefront.css" />
        <script src="/assets/storefront.js" defer></script>
      </head>
      <body>
        <header>
          <nav aria-label="Shop">
            <a class="brand" href="/${country.code}">Harbor &amp; Oak</a>
            <a href="/${country.code}">Products</a>
            <a class="cart" href="/${country.code}/cart">Cart <b>${itemCount}</b></a>
          </nav>
        </header>
        <main>${content}</main>
        <footer>
          <p>A demonstration shop: nothing is sold here, and no real money moves.</p>
          <p class="countries">${countryLinks(country)}</p>
        </footer>
      </body>
    </html>`.text
}
