import { type Answer, headerOf, MAX_BODY_BYTES } from "./exchange"
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib"
import { type Reading, unread } from "./read-json"

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
