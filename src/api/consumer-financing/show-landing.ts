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
 * begun here. Where it does not move on, a link leads there, out of any frame. For a shopper whose application
 * a restored database lost, the page says what to do instead, and stays.
 * @param landing its address is the storefront's, from the merchant's options
 */
export function showLanding(
  res: MedusaResponse,
  { address, isLost }: { address: string; isLost: boolean }
): void {
  const { href } = new URL(address)
  if (!isLost) {
    res.setHeader("Refresh", `0; url=${href}`)
  }
  res.setHeader("Content-Security-Policy", POLICY)
  res.setHeader("X-Content-Type-Options", "nosniff")
  res
    .status(200)
    .type("html")
    .send(isLost ? pageTo(href, NOT_FOUND, LOST) : pageTo(href, "Back to the shop"))
}

const NOT_FOUND = "Your application cannot be found"
const LOST = `
    <h1>${NOT_FOUND}</h1>
    <p>This shop has no record of the financing application that you come from. It has been notified.</p>
    <p>Please contact the shop before you apply again: it can look your application up and cancel it.</p>`

const pageTo = (href: string, title: string, text = "") => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>${title}</title>
  </head>
  <body>${text}
    <p><a href="${escape(href)}" target="_top">Continue to the shop</a></p>
  </body>
</html>
`
