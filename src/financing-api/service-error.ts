import { STATUS_CODES } from "node:http"
import { mayBeJson } from "./content-type"
import type { Answer } from "./exchange"
import { textOf } from "./body-text"
import { readJson } from "./read-json"

const REASON_PHRASES = new Set(Object.values(STATUS_CODES).map((phrase) => phrase?.toLowerCase()))
// Without its underscore a word could as well be a name.
const MACHINE_WORD = /^[A-Za-z]+(_[A-Za-z]+)+$/
const LONGEST_WORD = 40

/**
 * The `error` word of an error body, if it is fit to show: a reason phrase ("Bad Request") or a
 * machine word ("invalid_grant"). Error bodies are not described by the interface, and some quote
 * what was sent, so a word that stands in the request is not shown either.
 */
export function serviceErrorOf(answer: Answer, sent: string): string | null {
  if (!mayBeJson(answer)) return null
  const text = textOf(answer)
  const body = text.read ? readJson(text.value) : text
  if (!body.read || typeof body.value !== "object" || body.value === null) return null
  const word: unknown = Reflect.get(body.value, "error")
  if (typeof word !== "string") return null
  if (REASON_PHRASES.has(word.toLowerCase())) return word
  if (word.length > LONGEST_WORD || !MACHINE_WORD.test(word)) return null
  return sent.toLowerCase().includes(word.toLowerCase()) ? null : word
}
