import type { TimelineEntry } from "../queries/api-types"
import type { useTexts } from "../texts/use-texts"

type Formatters = Pick<ReturnType<typeof useTexts>, "word" | "amount">

/** Events that have a text with an amount in `amountsOfHappenings`. */
const AMOUNT_EVENTS = [
  "request-made",
  "refund-asked",
  "refund-refused",
  "refund-recorded",
  "refund-taken-back",
  "created",
  "capture-wanted",
  "refund-wanted",
  "settled",
  "partly-refunded",
  "refunded",
]

const toText = (value: unknown): string => (typeof value === "string" ? value : "")
const toCents = (value: unknown): number | null => (typeof value === "number" ? value : null)
const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(toText) : [])

export function formatEntry(
  { what, details }: TimelineEntry,
  { word, amount }: Formatters
): string {
  const facts = details ?? {}
  const getTitle = (cause: string): string =>
    word("shortTitles", cause, { defaultValue: word("cases", `${cause}.title`) })
  const sentence = word("happenings", what)
  switch (what) {
    case "status-changed":
      return word("statuses", toText(facts.to) || "unknown")
    case "needs-attention":
      return `${sentence}: ${getTitle(toText(facts.cause))}`
    case "review-case-cleared":
      return `${sentence}: ${toTexts(facts.causes).map(getTitle).join(", ")}`
    case "review-case-resolved":
    case "review-case-not-resolved":
      return `${sentence}: ${word("decisions", `${toText(facts.action)}.label`, { purchase: "" }).trim()}`
  }
  const eventCents = toCents(facts.cents)
  if (eventCents === null || !AMOUNT_EVENTS.includes(what)) return sentence
  const amounts = { amount: amount(eventCents), left: amount(toCents(facts.remaining)) }
  const isNotPaid = what === "partly-refunded" && facts.not_paid === true
  return word("amountsOfHappenings", isNotPaid ? "not-paid" : what, amounts)
}

/** Details that the sentence already contains, or that are internal. */
const HIDDEN_DETAILS =
  /^(note|cents|remaining|cause|causes|action|not_paid|to|from|state|actions|.*_id|.*_ids)$/

export function getVisibleDetails(
  { details }: TimelineEntry,
  { amount }: Pick<Formatters, "amount">
) {
  return Object.entries(details ?? {})
    .filter(([name, value]) => value !== null && value !== "" && !HIDDEN_DETAILS.test(name))
    .map(([name, value]) => {
      const isAmount = typeof value === "number" && /^(cents|remaining|.+_cents)$/.test(name)
      return {
        name: name.replaceAll("_", " "),
        value: isAmount ? amount(value) : formatValue(value),
      }
    })
}

function formatValue(value: unknown): string {
  return Array.isArray(value) ? value.map(formatValue).join(", ") : String(value)
}
