import type { TimelineEntry } from "../queries/api-types"
import type { useTexts } from "../texts/use-texts"

type Words = Pick<ReturnType<typeof useTexts>, "word" | "amount">

/** Happenings whose sentence has an amount in it, where it was noted. */
const WITH_AMOUNT = [
  "request-made",
  "refund-asked",
  "refund-recorded",
  "refund-taken-back",
  "created",
  "capture-wanted",
  "refund-wanted",
  "settled",
  "partly-refunded",
  "refunded",
]

const text = (value: unknown): string => (typeof value === "string" ? value : "")
const cents = (value: unknown): number | null => (typeof value === "number" ? value : null)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : [])

/** A line of the timeline as people say it. */
export function sentenceOf({ what, details }: TimelineEntry, { word, amount }: Words): string {
  const known = details ?? {}
  const titleOf = (cause: string): string =>
    word("shortTitles", cause, { defaultValue: word("cases", `${cause}.title`) })
  const said = word("happenings", what)
  switch (what) {
    case "status-changed":
      return word("statuses", text(known.to) || "unknown")
    case "needs-attention":
      return `${said}: ${titleOf(text(known.cause))}`
    case "review-case-cleared":
      return `${said}: ${texts(known.causes).map(titleOf).join(", ")}`
    case "review-case-resolved":
    case "review-case-not-resolved":
      return `${said}: ${word("decisions", `${text(known.action)}.label`, { whose: "" }).trim()}`
  }
  const sum = cents(known.cents)
  if (sum === null || !WITH_AMOUNT.includes(what)) return said
  const amounts = { amount: amount(sum), left: amount(cents(known.remaining)) }
  return word("amountsOfHappenings", what, amounts)
}

/** Facts that a line's sentence says already, or that only programs read. */
const SAID = /^(note|cents|remaining|cause|causes|action|to|from|state|actions|.*_id|.*_ids)$/

/** What was noted and its sentence does not say. */
export function factsOf({ details }: TimelineEntry, { amount }: Pick<Words, "amount">) {
  return Object.entries(details ?? {})
    .filter(([name, value]) => value !== null && value !== "" && !SAID.test(name))
    .map(([name, value]) => {
      const isAmount = typeof value === "number" && /^(cents|remaining|.+_cents)$/.test(name)
      return { name: name.replaceAll("_", " "), value: isAmount ? amount(value) : inWords(value) }
    })
}

function inWords(value: unknown): string {
  return Array.isArray(value) ? value.map(inWords).join(", ") : String(value)
}
