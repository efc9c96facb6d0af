import { contentSecurityPolicy } from "../content-security-policy"
import { html } from "../html"
import { goTo, openCart, show, type Visit } from "../visit"
import { applicationUrl } from "./payment"

/**
 * GET /:country/checkout/frame: the service's page within ours. `storefront.js` listens for what
 * it reports, and believes the origin of this very address only.
 */
export async function framePage(visit: Visit, storeUrl: string): Promise<void> {
  const cart = await openCart(visit)
  const url = cart && applicationUrl(cart)
  if (!url) return goTo(visit, "/checkout?step=payment")
  const { origin } = new URL(url)
  const { code } = visit.country
  // When it ends the frame goes on to the shop's way back, and from there to the storefront.
  const policy = contentSecurityPolicy({ frames: [origin, storeUrl] })
  visit.res.set("content-security-policy", policy)
  const content = html`<h1>Your financing application</h1>
    <form method="post" action="/${code}/checkout/complete" id="finished"></form>
    <iframe
      id="application"
      class="card"
      title="Financing application"
      src="${url}"
      data-origin="${origin}"
      data-closed="/${code}/checkout?step=payment"
    ></iframe>
    <p><a href="/${code}/checkout?step=payment">Choose another way to pay</a></p>`
  show(visit, { title: "Your financing application", content, cart })
}
