import { z } from "@medusajs/framework/zod"
import { describeIssues } from "./describe-issues"
import type { Endpoint } from "./endpoint"
import type { Answer } from "./exchange"
import { headerOf } from "./header"

const DEEPEST = 64
const OPENING = new Set(["[", "{"])
const CLOSING = new Set(["]", "}"])

/** `read: false` carries what was wrong in our words, never the answer's. */
export type Reading<T> = { read: true; value: T } | { read: false; problem: string }

/**
 * Reads a 2xx in a fixed order: content type, encoding, JSON, shape, meaning. (Its size was capped
 * while it arrived.) Never throws.
 */
export function readAnswer<Out extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Out>,
  answer: Answer
): Reading<z.output<Out>> {
  const type = mediaTypeOf(answer)
  if (!isExpectedType(endpoint.answer, type))
    return unread(`content type is not ${endpoint.answer}`)
  const encoding = headerOf(answer.headers, "content-encoding") ?? "identity"
  if (encoding.toLowerCase() !== "identity") return unread("content encoding was not asked for")
  const text = answer.body?.toString("utf8") ?? ""
  const content = endpoint.answer === "text" ? { read: true as const, value: text } : readJson(text)
  if (!content.read) return content
  const parsed = z.safeParse(endpoint.output, content.value)
  return parsed.success
    ? { read: true, value: parsed.data }
    : unread(describeIssues(parsed.error.issues))
}

/** Parses JSON that a stranger wrote; tolerates a byte order mark. */
export function readJson(text: string): Reading<unknown> {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text
  if (isTooDeep(json)) return unread("JSON is nested too deeply")
  try {
    return { read: true, value: JSON.parse(json) as unknown }
  } catch {
    return unread("not valid JSON")
  }
}

export function mediaTypeOf(answer: Answer): string {
  const header = headerOf(answer.headers, "content-type") ?? ""
  return header
    .replace(/;[^,]*$/, "")
    .trim()
    .toLowerCase()
}

function isExpectedType(expected: Endpoint["answer"], type: string): boolean {
  if (expected === "text") return type === "text/plain"
  return type === "application/json" || /^application\/[\w.-]+\+json$/.test(type)
}

function isTooDeep(json: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index] ?? ""
    if (inString && character === "\\") index += 1
    else if (character === '"') inString = !inString
    else if (!inString && OPENING.has(character)) depth += 1
    else if (!inString && CLOSING.has(character)) depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}

function unread(problem: string): { read: false; problem: string } {
  return { read: false, problem }
}
