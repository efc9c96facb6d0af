import { currentTokenOf } from "../state/application"
import { layout } from "./layout"
import { html, Markup } from "./markup"
import { form, sandboxChoices, type Visit } from "./parts"

interface Outcome {
  heading: string
  words: string
  mark: Markup
  choices: string[]
}

const markOf = (path: string, tone = "") =>
  new Markup(
    `<div class="mark${tone}" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"` +
      ` fill="none" stroke="currentColor" stroke-width="2.4"><path d="${path}"/></svg></div>`
  )
const YES = markOf("M5 13l4 4L19 7")
const NO = markOf("M12 6v8M12 17v2", " warn")
const WAITING = markOf("M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 2")

const DONE: Omit<Outcome, "words"> = { heading: "You are all set", mark: YES, choices: [] }
const SIGNED = "Your contract is signed and the down payment is made. The shop prepares your order."

const OUTCOMES: Record<string, Outcome> = {
  S: { ...DONE, words: SIGNED },
  C: { ...DONE, words: "Your purchase is financed." },
  L: { ...DONE, words: "Your purchase is financed by our partner." },
  Z: {
    heading: "We are verifying your details",
    words: "This takes a moment. You may close this page; we will tell the shop.",
    mark: WAITING,
    choices: ["approve", "decline", "review"],
  },
  R: {
    heading: "You are pre-approved",
    words: "Tell the shop what you would like to buy; it will send you the cart to sign.",
    mark: YES,
    choices: ["decline"],
  },
  W: {
    heading: "Your application is under review",
    words: "A person looks at it now. We will tell the shop as soon as there is a decision.",
    mark: WAITING,
    choices: ["approve", "sign", "decline", "cancel"],
  },
  M: {
    heading: "Waiting for the lender",
    words: "The lender confirms your application. We will tell the shop.",
    mark: WAITING,
    choices: ["sign", "decline", "cancel"],
  },
  U: {
    heading: "We cannot offer you financing today",
    words: "You will receive a letter with the reasons. The shop offers other ways to pay.",
    mark: NO,
    choices: [],
  },
  X: {
    heading: "We could not verify your details",
    words:
      "Name, address or birth date do not match our records. The shop offers other ways to pay.",
    mark: NO,
    choices: ["approve", "decline"],
  },
  O: {
    heading: "Your application is cancelled",
    words: "Nothing was charged.",
    mark: NO,
    choices: [],
  },
  T: {
    heading: "Your purchase was refunded",
    words: "Nothing more is due.",
    mark: YES,
    choices: [],
  },
}

const UNKNOWN: Outcome = {
  heading: "Your application is being processed",
  words: "We will tell the shop as soon as there is news.",
  mark: WAITING,
  choices: ["sign", "decline"],
}

/** Renders the status of an application that has no form to fill in. */
export function outcomePage(visit: Visit): string {
  const { returnUrl } = visit.application
  const outcome = OUTCOMES[currentTokenOf(visit.application).status] ?? UNKNOWN
  const way = returnUrl
    ? form(
        visit,
        html`<button class="main" name="decision" value="finish">Return to the shop</button>`
      )
    : html`<p class="soft">You can close this window.</p>`
  const content = html`<section class="card">
      ${outcome.mark}
      <h1>${outcome.heading}</h1>
      <p class="soft">${outcome.words}</p>
      ${way}
    </section>
    ${outcome.choices.length > 0 && sandboxChoices(visit, outcome.choices)}`
  return layout({ title: outcome.heading, content, single: true })
}
