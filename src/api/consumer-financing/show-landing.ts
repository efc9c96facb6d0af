import type { MedusaResponse } from "@medusajs/framework/http"

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string) => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? "")

/**
 * Nothing is loaded and nothing runs. Without `frame-ancestors`: the storefront may show the service's page
 * in a frame, which may hold frames of its own, and all there is to see here is a link.
 */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'"

/**
 * A small page that moves on to the storefront automatically, without a script. Not a redirect: a browser keeps a
 * `SameSite=Strict` cookie, such as the cart's, from a navigation that another site began, and this one is
 * begun here. Where it does not move on, a link leads there, out of any frame.
 * @param address of the storefront, from the merchant's options
 */
export function showLanding(res: MedusaResponse, address: string): void {
  const { href } = new URL(address)
  res.setHeader("Refresh", `0; url=${href}`)
  res.setHeader("Content-Security-Policy", POLICY)
  res.setHeader("X-Content-Type-Options", "nosniff")
  res.status(200).type("html").send(pageTo(href))
}

const pageTo = (href: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>Back to the shop</title>
  </head>
  <body>
    <p><a href="${escape(href)}" target="_top">Continue to the shop</a></p>
  </body>
</html>
`
