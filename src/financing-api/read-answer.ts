import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib"
import { type Answer, headerOf, MAX_BODY_BYTES } from "./exchange"
import { type Reading, readJson, unread } from "./read-json"
import { z } from "@medusajs/framework/zod"
import { describeIssues } from "./failure"
import type { Endpoint } from "./endpoints"
import { type Noted, takeNotes } from "./messages/answer-fields"

const JSON_TYPE = /^(application|text)\/(json|[\w.-]+\+json)$/

/** Whether an answer calls itself JSON, or nothing at all: a page that a proxy sent calls itself a page. */
export function mayBeJson(answer: Answer): boolean {
  const type = mediaTypeOf(answer)
  return type === "" || JSON_TYPE.test(type)
}

/** The same for a word: it may come as plain text, or as the text that JSON makes of it. */
function mayBeWord(answer: Answer): boolean {
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
function charsetOf(answer: Answer): string | null {
  const header = headerOf(answer.headers, "content-type") ?? ""
  return /;\s*charset="?([\w.:-]{1,40})/i.exec(header)?.[1] ?? null
}

/** Unpacked, a body is as long at most as one that was not packed: no small answer becomes a large one (E2). */
const LIMIT = { maxOutputLength: MAX_BODY_BYTES }
const MOST_CODINGS = 2

const unzip = (body: Buffer) => gunzipSync(body, LIMIT)

/** Names of other codings are taken for none at all: what the body is, its reader finds out. */
const UNPACK: Record<string, (body: Buffer) => Buffer> = {
  gzip: unzip,
  "x-gzip": unzip,
  br: (body) => brotliDecompressSync(body, LIMIT),
  // Some servers leave out the two bytes of its header.
  deflate: (body) =>
    (body.readUInt8(0) & 0x0f) === 8 ? inflateSync(body, LIMIT) : inflateRawSync(body, LIMIT),
}

/**
 * The text of an answer's body. Packed bodies are unpacked, though
 * none is asked for: a proxy may have packed it. Never throws.
 */
export function textOf(answer: Answer): Reading<string> {
  const codings = (headerOf(answer.headers, "content-encoding") ?? "")
    .split(",")
    .map((coding) => UNPACK[coding.trim().toLowerCase()])
    .filter((unpack) => unpack !== undefined)
  if (codings.length > MOST_CODINGS) return unread("packed too often")
  try {
    const bytes = codings.reduceRight(
      (body, unpack) => unpack(body),
      answer.body ?? Buffer.alloc(0)
    )
    return { read: true, value: decoderOf(answer).decode(bytes) }
  } catch {
    return unread("its content encoding cannot be undone")
  }
}

/** In the charset that the answer names, else UTF-8. */
function decoderOf(answer: Answer): TextDecoder {
  try {
    return new TextDecoder(charsetOf(answer) ?? "utf-8", { ignoreBOM: true })
  } catch {
    return new TextDecoder("utf-8", { ignoreBOM: true })
  }
}

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
