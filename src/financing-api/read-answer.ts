import { z } from "@medusajs/framework/zod"
import { describeIssues } from "./describe-issues"
import type { Endpoint } from "./endpoint"
import type { Answer } from "./exchange"
import { headerOf } from "./header"
import { type Reading, readJson, unread } from "./read-json"

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
