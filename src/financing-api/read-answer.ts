import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib"
import { type Answer, headerOf, MAX_BODY_BYTES } from "./exchange"
import { type Reading, readJson, unread } from "./read-json"
import { z } from "@medusajs/framework/zod"
import { describeIssues } from "./failure"
import type { Endpoint } from "./endpoints"
import { type Noted, takeNotes } from "./messages/answer-fields"

const JSON_TYPE = /^(application|text)\/(json|[\w.-]+\+json)$/

/** Whether an answer is JSON by its content type, or has none: a proxy's page is labelled HTML. */
export function mayBeJson(answer: Answer): boolean {
  const type = mediaTypeOf(answer)
  return type === "" || JSON_TYPE.test(type)
}

function mediaTypeOf(answer: Answer): string {
  const header = headerOf(answer.headers, "content-type") ?? ""
  return header
    .replace(/;[^,]*$/, "")
    .trim()
    .toLowerCase()
}

/** Limits a decompressed body to the size of a plain one (E2). */
const LIMIT = { maxOutputLength: MAX_BODY_BYTES }
const MOST_CODINGS = 2

const unzip = (body: Buffer) => gunzipSync(body, LIMIT)

/** Ignores other codings; the parser then rejects the body. */
const UNPACK: Record<string, (body: Buffer) => Buffer> = {
  gzip: unzip,
  "x-gzip": unzip,
  br: (body) => brotliDecompressSync(body, LIMIT),
  // Some servers omit the two bytes of its header.
  deflate: (body) =>
    (body.readUInt8(0) & 0x0f) === 8 ? inflateSync(body, LIMIT) : inflateRawSync(body, LIMIT),
}

/**
 * Returns a body's text. Decompresses it although no compression is requested, because a proxy may add one. Never
 * throws.
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

function decoderOf(answer: Answer): TextDecoder {
  const header = headerOf(answer.headers, "content-type") ?? ""
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(header)?.[1]
  try {
    return new TextDecoder(charset ?? "utf-8", { ignoreBOM: true })
  } catch {
    return new TextDecoder("utf-8", { ignoreBOM: true })
  }
}

/** The result of an empty answer where the endpoint allows one. */
const DONE = { status: "ok" }
const NO_CONTENT = 204

/**
 * Reads a 2xx in a fixed order: content type, encoding, JSON, shape, meaning. (Its size was limited on arrival.)
 * Never throws.
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
  // A word may be plain text or a JSON string.
  const isWord = endpoint.answer === "text" && mediaTypeOf(answer) === "text/plain"
  if (!isWord && !mayBeJson(answer)) return unread(`content type is not ${endpoint.answer}`)
  const text = textOf(answer)
  if (!text.read) return text
  return endpoint.answer === "text"
    ? { read: true, value: wordIn(text.value) }
    : readJson(text.value)
}

/** Trims a byte order mark, line breaks and JSON quotes. */
function wordIn(text: string): string {
  const line = text.replace(/^\uFEFF/, "").trimEnd()
  return /^"([^"]*)"$/.exec(line)?.[1] ?? line
}
