import { z } from "@medusajs/framework/zod"
import { mayBeJson, mayBeWord, textOf } from "./body-text"
import { describeIssues } from "./failure"
import type { Endpoint } from "./endpoints"
import type { Answer } from "./exchange"
import { type Reading, readJson, unread } from "./read-json"
import { type Noted, takeNotes } from "./messages/answer-fields"

/** What an endpoint that needs no body to be understood says by having none. */
const DONE = { status: "ok" }
const NO_CONTENT = 204

/**
 * Reads a 2xx in a fixed order: content type, encoding, JSON, shape, meaning. (Its size was capped
 * while it arrived.) Never throws.
 */
export function readAnswer<Out extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Out>,
  answer: Answer
): Reading<Noted<z.output<Out>>> {
  const content = contentOf(endpoint, answer)
  if (!content.read) return content
  const parsed = z.safeParse(endpoint.output, content.value)
  return parsed.success
    ? { read: true, value: takeNotes(parsed.data) }
    : unread(describeIssues(parsed.error.issues))
}

function contentOf(endpoint: Endpoint, answer: Answer): Reading<unknown> {
  if (answer.status === NO_CONTENT && endpoint.doneWithoutContent)
    return { read: true, value: DONE }
  const isExpected = endpoint.answer === "text" ? mayBeWord(answer) : mayBeJson(answer)
  if (!isExpected) return unread(`content type is not ${endpoint.answer}`)
  const text = textOf(answer)
  if (!text.read) return text
  return endpoint.answer === "text"
    ? { read: true, value: wordIn(text.value) }
    : readJson(text.value)
}

/** A word, without what may stand around it: a byte order mark, a line's end, the quotes of JSON. */
function wordIn(text: string): string {
  const line = text.replace(/^\uFEFF/, "").trimEnd()
  return /^"([^"]*)"$/.exec(line)?.[1] ?? line
}
