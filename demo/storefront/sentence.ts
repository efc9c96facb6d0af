import { HttpRefusal } from "../../tooling/clients/http-door"
import { html, type Html } from "./html"

const NOT_NOW = "The shop could not do that just now. Please try again."

/** The sentence for the shopper in what the store refused; other failures stay inside. */
export function sentenceOf(error: unknown): string {
  const isForShopper = error instanceof HttpRefusal && error.status < 500 && error.body.message
  return isForShopper ? String(error.body.message) : NOT_NOW
}

/** A message at the top of a page. */
export function notice(sentence: string | undefined, kind: "bad" | "good" = "bad"): Html {
  return sentence ? html`<p class="notice ${kind}" role="alert">${sentence}</p>` : html``
}
