import { createHash } from "node:crypto"
import type { MedusaResponse } from "@medusajs/framework/http"
import { escapeHtml } from "../../domain/escape-html"

const STYLE = `body{display:grid;min-height:80vh;margin:0;place-content:center;text-align:center;font:1.1rem/1.6 system-ui,sans-serif;color:#2b2b2b;background:#fafafa}
p{margin:0 1.5rem}a{color:inherit}@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}}`

/**
 * Loads and runs nothing, with one style sheet. Omits `frame-ancestors`, because the storefront may show the
 * service's page in a frame with frames of its own.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`

export type LandingPage = {
  /** The storefront's address from the options. */
  address: string
  /** The shop's name; null if unknown. */
  shop: string | null
  /** The database does not know the shopper's application. */
  isLost: boolean
}

/**
 * Renders a small page that moves on to the storefront without a script. Not a redirect: a browser withholds
 * `SameSite=Strict` cookies, such as the cart's, from a navigation started by another site, and this one starts
 * here. A link works as a fallback, outside any frame. If a restored database lost the application, the page
 * explains what to do and stays.
 */
export function showLanding(res: MedusaResponse, { address, shop, isLost }: LandingPage): void {
  const { href } = new URL(address)
  if (!isLost) {
    res.setHeader("Refresh", `0; url=${href}`)
  }
  res.setHeader("Content-Security-Policy", POLICY)
  res.setHeader("X-Content-Type-Options", "nosniff")
  res
    .status(200)
    .type("html")
    .send(pageTo(href, escapeHtml(shop ?? "the shop"), isLost))
}

const LOST = "Your application cannot be found"

const pageTo = (href: string, shop: string, isLost: boolean) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>${isLost ? LOST : `Back to ${shop}`}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    ${
      isLost
        ? `<h1>${LOST}</h1>
    <p>This shop has no record of the financing application that you come from. It has been notified.</p>
    <p>Please contact the shop before you apply again: it can look your application up and cancel it.</p>`
        : `<p>Taking you back to ${shop}…</p>`
    }
    <p><a href="${escapeHtml(href)}" target="_top">Continue to ${shop}</a></p>
  </body>
</html>
`
