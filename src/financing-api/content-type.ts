import type { Answer } from "./exchange"
import { headerOf } from "./header"

const JSON_TYPE = /^(application|text)\/(json|[\w.-]+\+json)$/

/** Whether an answer calls itself JSON, or nothing at all: a page that a proxy sent calls itself a page. */
export function mayBeJson(answer: Answer): boolean {
  const type = mediaTypeOf(answer)
  return type === "" || JSON_TYPE.test(type)
}

/** The same for a word: it may come as plain text, or as the text that JSON makes of it. */
export function mayBeWord(answer: Answer): boolean {
  return mediaTypeOf(answer) === "text/plain" || mayBeJson(answer)
}

function mediaTypeOf(answer: Answer): string {
  const header = headerOf(answer.headers, "content-type") ?? ""
  return header
    .replace(/;[^,]*$/, "")
    .trim()
    .toLowerCase()
}

/** The charset that an answer names, else null. */
export function charsetOf(answer: Answer): string | null {
  const header = headerOf(answer.headers, "content-type") ?? ""
  return /;\s*charset="?([\w.:-]{1,40})/i.exec(header)?.[1] ?? null
}
