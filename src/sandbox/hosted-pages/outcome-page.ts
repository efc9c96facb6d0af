import { currentTokenOf } from "../state/application"
import { layout } from "./layout"
import { html, Markup } from "./markup"
import { form, sandboxChoices, type Visit } from "./parts"

interface Outcome {
  heading: string
  words: string
  good: boolean
  choices: string[]
}

const DONE: Omit<Outcome, "words"> = { heading: "You are all set", good: true, choices: [] }
const SIGNED = "Your contract is signed and the down payment is made. The shop prepares your order."

const OUTCOMES: Record<string, Outcome> = {
  S: { ...DONE, words: SIGNED },
  C: { ...DONE, words: "Your purchase is financed." },
  L: { ...DONE, words: "Your purchase is financed by our partner." },
  Z: {
    heading: "We are verifying your details",
    words: "This takes a moment. You may close this page; we will tell the shop.",
    good: true,
    choices: ["approve", "decline", "review"],
  },
  R: {
    heading: "You are pre-approved",
    words: "Tell the shop what you would like to buy; it will send you the cart to sign.",
    good: true,
    choices: ["decline"],
  },
  W: {
    heading: "Your application is under review",
    words: "A person looks at it now. We will tell the shop as soon as there is a decision.",
    good: true,
    choices: ["approve", "sign", "decline", "cancel"],
  },
  M: {
    heading: "Waiting for the lender",
    words: "The lender confirms your application. We will tell the shop.",
    good: true,
    choices: ["sign", "decline", "cancel"],
  },
  U: {
    heading: "We cannot offer you financing today",
    words: "You will receive a letter with the reasons. The shop offers other ways to pay.",
    good: false,
    choices: [],
  },
  X: {
    heading: "We could not verify your details",
    words:
      "Name, address or birth date do not match our records. The shop offers other ways to pay.",
    good: false,
    choices: ["approve", "decline"],
  },
  O: {
    heading: "Your application is cancelled",
    words: "Nothing was charged.",
    good: false,
    choices: [],
  },
  T: {
    heading: "Your purchase was refunded",
    words: "Nothing more is due.",
    good: true,
    choices: [],
  },
}

const UNKNOWN: Outcome = {
  heading: "Your application is being processed",
  words: "We will tell the shop as soon as there is news.",
  good: true,
  choices: ["sign", "decline"],
}

const YES = new Markup(
  '<div class="mark" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"' +
    ' fill="none" stroke="currentColor" stroke-width="2.4"><path d="M5 13l4 4L19 7"/></svg></div>'
)
const NO = new Markup(
  '<div class="mark warn" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"' +
    ' fill="none" stroke="currentColor" stroke-width="2.4"><path d="M12 6v8M12 18v.5"/></svg></div>'
)

/** Where the application stands when there is nothing to fill in. */
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
      ${outcome.good ? YES : NO}
      <h1>${outcome.heading}</h1>
      <p class="soft">${outcome.words}</p>
      ${way}
    </section>
    ${outcome.choices.length > 0 && sandboxChoices(visit, outcome.choices)}`
  return layout({ title: outcome.heading, content, single: true })
}
