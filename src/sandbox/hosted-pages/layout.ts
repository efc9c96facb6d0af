import { FRAME_SCRIPT } from "./frame-script"
import { html, Markup } from "./markup"
import { STYLE } from "./style"

const LOGO = new Markup(
  '<svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13"' +
    ' r="13" fill="#0d6158"/><path d="M6 15c3-4 5-4 7-1s4 3 7-1" fill="none" stroke="#fff"' +
    ' stroke-width="2.4" stroke-linecap="round"/></svg>'
)

export interface Page {
  title: string
  content: Markup
  /** Extra markup of the document's head, e.g. a redirect. */
  head?: Markup
  single?: boolean
}

/** Renders a complete HTML document. */
export function renderLayout({ title, content, head, single = false }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · Consumer Financing (sandbox)</title>
        <link rel="icon" href="data:," />
        <style>
          ${STYLE}
        </style>
        ${head}
      </head>
      <body>
        <header class="bar">
          <div>
            ${LOGO}<span class="brand">Consumer Financing</span
            ><span class="pill">Sandbox: no real money</span>
          </div>
        </header>
        <main class="${single && "single"}">${content}</main>
        ${FRAME_SCRIPT}
      </body>
    </html>`.html
}
