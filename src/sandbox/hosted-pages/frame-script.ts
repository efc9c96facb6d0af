import { html, Markup } from "./markup"

/**
 * Inside an iframe, fills in the origin of the embedding page, which the last page messages before the redirect.
 * Without JavaScript, the forms only redirect.
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

function serializeForScript(value: unknown): Markup {
  return new Markup(JSON.stringify(value ?? null).replace(/</g, "\\u003c"))
}

export interface ExitMessage {
  /** Message to the embedding page. */
  message: "pt-close" | { message: "pt-confirmation" }
  /** Origins that may receive the message. */
  origins: string[]
  /** Redirect target. */
  url: string | undefined
}

/** Renders the script that messages the embedding page, then redirects to the store. */
export function renderExitScript({ message, origins, url }: ExitMessage): Markup {
  return html`<script>
    if (window.parent !== window) {
      for (const origin of ${serializeForScript(origins)}) {
        window.parent.postMessage(${serializeForScript(message)}, origin)
      }
    }
    const next = ${serializeForScript(url)}
    if (next) setTimeout(() => location.replace(next), 1200)
  </script>`
}

/** Renders the script that reloads the page when the status changes, for example through the control API. */
export function renderReloadScript(status: string): Markup {
  return html`<script>
    // A reload would cancel the shopper's own way out: the answer to a form, or the return to the shop.
    let isLeaving = false
    addEventListener("beforeunload", () => (isLeaving = true))
    setInterval(async () => {
      try {
        const answer = await fetch("/apply/state" + location.search)
        if (!answer.ok || isLeaving) return
        const { status } = await answer.json()
        if (status !== ${serializeForScript(status)} && !isLeaving) location.reload()
      } catch {
        // The simulator is gone for now.
      }
    }, 1000)
  </script>`
}
