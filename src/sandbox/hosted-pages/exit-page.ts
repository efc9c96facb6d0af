import type { Application } from "../state/application"
import { renderExitScript } from "./frame-script"
import { renderLayout } from "./layout"
import { html } from "./markup"

function readOrigins(url: string | undefined): string[] {
  return url && URL.canParse(url) && /^https?:/.test(url) ? [new URL(url).origin] : []
}

export interface PageExit {
  /** `return`: the application finished. `cancel`: the customer left it. */
  to: "return" | "cancel"
  /** Origin of the page that embeds the hosted page, as that page reported it. */
  framedBy: string
}

/** Renders the last page inside an iframe: messages the embedding page, then redirects to the store. */
export function renderExitPage(application: Application, { to, framedBy }: PageExit): string {
  const url = to === "return" ? application.returnUrl : application.cancelUrl
  const parentOrigins = readOrigins(framedBy)
  const origins =
    parentOrigins.length > 0 ? parentOrigins : readOrigins(application.returnUrl ?? url)
  const heading = to === "return" ? "Thank you" : "You left the application"
  const content = html`<section class="card">
      <h1>${heading}</h1>
      <p class="soft">
        ${url ? "We take you back to the shop." : "You can close this window and return to the shop."}
      </p>
      ${url && html`<a class="button" href="${url}">Return to the shop</a>`}
    </section>
    ${renderExitScript({
      message: to === "return" ? { message: "pt-confirmation" } : "pt-close",
      origins,
      url,
    })}`
  return renderLayout({ title: heading, content, single: true })
}
