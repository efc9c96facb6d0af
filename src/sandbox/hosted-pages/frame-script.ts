import { html, Markup } from "./markup"

/**
 * Inside an iframe, tells the forms which page embeds them, so that the last answer can report
 * there before it redirects. Without a script, forms still work and simply redirect.
 */
export const FRAME_SCRIPT = new Markup(`<script>
  if (window.self !== window.top) {
    const known = new URLSearchParams(location.search).get("framedBy")
    const ancestors = location.ancestorOrigins
    let parent = known || (ancestors && ancestors[0]) || ""
    if (!parent && document.referrer) parent = new URL(document.referrer).origin
    for (const field of document.querySelectorAll("input[name=framedBy]")) {
      field.value = parent || "unknown"
    }
  }
</script>`)

function asScriptText(value: unknown): Markup {
  return new Markup(JSON.stringify(value ?? null).replace(/</g, "\\u003c"))
}

export interface Farewell {
  /** What the parent of an iframe is told. */
  message: "pt-close" | { message: "pt-confirmation" }
  /** Origins that may read it. */
  origins: string[]
  /** Where the customer goes afterwards. */
  url: string | undefined
}

/** Tells the embedding page how it ended, then goes on to the shop. */
export function farewellScript({ message, origins, url }: Farewell): Markup {
  return html`<script>
    if (window.parent !== window) {
      for (const origin of ${asScriptText(origins)}) {
        window.parent.postMessage(${asScriptText(message)}, origin)
      }
    }
    const next = ${asScriptText(url)}
    if (next) setTimeout(() => location.replace(next), 1200)
  </script>`
}

/** Shows the page of another status as soon as there is one: a last name, the control API or another window decided. */
export function followScript(status: string): Markup {
  return html`<script>
    // A reload would cancel the shopper's own way out: the answer to a form, or the return to the shop.
    let isLeaving = false
    addEventListener("beforeunload", () => (isLeaving = true))
    setInterval(async () => {
      try {
        const answer = await fetch("/apply/state" + location.search)
        if (!answer.ok || isLeaving) return
        const { status } = await answer.json()
        if (status !== ${asScriptText(status)} && !isLeaving) location.reload()
      } catch {
        // The simulator is gone for now.
      }
    }, 1000)
  </script>`
}
