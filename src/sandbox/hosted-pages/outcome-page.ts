import { getCurrentLink } from "../state/application"
import { renderLayout } from "./layout"
import { html, Markup } from "./markup"
import { renderForm, renderSandboxChoices, type Visit } from "./parts"

interface OutcomeContent {
  heading: string
  words: string
  mark: Markup
  choices: string[]
}

const buildMark = (path: string, tone = "") =>
  new Markup(
    `<div class="mark${tone}" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"` +
      ` fill="none" stroke="currentColor" stroke-width="2.4"><path d="${path}"/></svg></div>`
  )
const CHECK_MARK = buildMark("M5 13l4 4L19 7")
const WARNING_MARK = buildMark("M12 6v8M12 17v2", " warn")
const CLOCK_MARK = buildMark("M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 2")

const DONE_CONTENT: Omit<OutcomeContent, "words"> = {
  heading: "You are all set",
  mark: CHECK_MARK,
  choices: [],
}
const SIGNED_TEXT =
  "Your contract is signed and the down payment is made. The shop prepares your order."

const OUTCOME_CONTENTS: Record<string, OutcomeContent> = {
  S: { ...DONE_CONTENT, words: SIGNED_TEXT },
  C: { ...DONE_CONTENT, words: "Your purchase is financed." },
  L: { ...DONE_CONTENT, words: "Your purchase is financed by our partner." },
  Z: {
    heading: "We are verifying your details",
    words: "This takes a moment. You may close this page; we will tell the shop.",
    mark: CLOCK_MARK,
    choices: ["approve", "decline", "review"],
  },
  R: {
    heading: "You are pre-approved",
    words: "Tell the shop what you would like to buy; it will send you the cart to sign.",
    mark: CHECK_MARK,
    choices: ["decline"],
  },
  W: {
    heading: "Your application is under review",
    words: "A person looks at it now. We will tell the shop as soon as there is a decision.",
    mark: CLOCK_MARK,
    choices: ["approve", "sign", "decline", "cancel"],
  },
  M: {
    heading: "Waiting for the lender",
    words: "The lender confirms your application. We will tell the shop.",
    mark: CLOCK_MARK,
    choices: ["sign", "decline", "cancel"],
  },
  U: {
    heading: "We cannot offer you financing today",
    words: "You will receive a letter with the reasons. The shop offers other ways to pay.",
    mark: WARNING_MARK,
    choices: [],
  },
  X: {
    heading: "We could not verify your details",
    words:
      "Name, address or birth date do not match our records. The shop offers other ways to pay.",
    mark: WARNING_MARK,
    choices: ["approve", "decline"],
  },
  O: {
    heading: "Your application is cancelled",
    words: "Nothing was charged.",
    mark: WARNING_MARK,
    choices: [],
  },
  T: {
    heading: "Your purchase was refunded",
    words: "Nothing more is due.",
    mark: CHECK_MARK,
    choices: [],
  },
}

const UNKNOWN_CONTENT: OutcomeContent = {
  heading: "Your application is being processed",
  words: "We will tell the shop as soon as there is news.",
  mark: CLOCK_MARK,
  choices: ["sign", "decline"],
}

/** Renders the status of an application that has no form to fill in. */
export function renderOutcomePage(visit: Visit): string {
  const { returnUrl } = visit.application
  const outcome = OUTCOME_CONTENTS[getCurrentLink(visit.application).status] ?? UNKNOWN_CONTENT
  const exitControl = returnUrl
    ? renderForm(
        visit,
        html`<button class="main" name="decision" value="finish">Return to the shop</button>`
      )
    : html`<p class="soft">You can close this window.</p>`
  const content = html`<section class="card">
      ${outcome.mark}
      <h1>${outcome.heading}</h1>
      <p class="soft">${outcome.words}</p>
      ${exitControl}
    </section>
    ${outcome.choices.length > 0 && renderSandboxChoices(visit, outcome.choices)}`
  return renderLayout({ title: outcome.heading, content, single: true })
}
