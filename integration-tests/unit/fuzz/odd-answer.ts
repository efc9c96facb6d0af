import type { IncomingHttpHeaders } from "node:http"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { ENDPOINTS, type EndpointName } from "../../../src/financing-api"
import type { Answer } from "../../../src/financing-api/exchange"
import { GARBLE_NAMES, garble } from "./garble"
import { formatTree, buildTree } from "./json-tree"
import { pickOddText } from "./odd-values"
import type { Random } from "./random"
import { SAMPLE_ANSWERS, SAMPLE_ERRORS } from "./sample-answers"
import { mutateTree, MUTATION_NAMES } from "./mutate-tree"

/** An answer, and the changes made to it. A valid answer has none. */
export type OddAnswer = { answer: Answer & { body: Buffer }; done: string[] }

const STATUSES = [
  ...[201, 202, 203, 206, 226, 299, 300, 301, 302, 304, 307, 399, 400, 401, 402, 403, 404, 405],
  ...[
    408, 409, 410, 415, 418, 422, 423, 425, 429, 451, 499, 500, 501, 502, 503, 504, 599, 600, 999,
  ],
]

const JSON_TYPES = ["application/json", "application/json;charset=UTF-8", "Application/Hal+JSON"]
const OTHER_TYPES = [
  ...[
    "text/html",
    "text/plain",
    "text/json",
    "application/xml",
    "application/jsonp",
    "json",
    ";;;",
  ],
  ...["application/json, text/html", "application/json-seq", "application/+json", "*/*", ""],
  ...["application/octet-stream", "application/x-www-form-urlencoded", "text/plain, text/plain"],
]
const ENCODINGS = ["gzip", "br", "deflate", "identity, gzip", "x", "IDENTITY"]

const COMPRESSORS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

/** Builds an answer of an endpoint, malformed or valid. */
export function buildOddAnswer(operation: EndpointName, random: Random): OddAnswer {
  const done: string[] = []
  const isText = ENDPOINTS[operation].answer === "text"
  const status = random.oneIn(6) ? random.pick(STATUSES) : 200
  const isError = status > 399 && random.oneIn(2)
  const sample = random.pick(isError ? SAMPLE_ERRORS : SAMPLE_ANSWERS[operation])
  let body = Buffer.from(
    isText && !isError
      ? buildOddWord(String(sample), done, random)
      : buildOddJson(sample, done, random)
  )
  for (let left = random.pick([0, 0, 0, 1, 1, 2]); left > 0; left -= 1) {
    const name = random.pick(GARBLE_NAMES)
    body = Buffer.from(garble(body, name, random))
    done.push(name)
  }
  if (status !== 200) done.push(`status ${status}`)
  const headers = buildOddHeaders(isText && !isError, done, random)
  if (random.oneIn(20)) {
    const coding = random.pick(["gzip", "deflate", "br"] as const)
    headers["content-encoding"] = coding
    body = COMPRESSORS[coding](body)
    // A compressed body with the right header is still valid, so it is not a change.
  }
  return { answer: { kind: "answer", status, headers, body }, done }
}

function buildOddJson(sample: unknown, done: string[], random: Random): string {
  let tree = buildTree(sample)
  for (let left = random.pick([0, 1, 1, 1, 2, 3]); left > 0; left -= 1) {
    const name = random.pick(MUTATION_NAMES)
    tree = mutateTree(tree, name, random)
    done.push(name)
  }
  return formatTree(tree)
}

function buildOddWord(word: string, done: string[], random: Random): string {
  if (random.oneIn(3)) return word
  done.push("another word")
  const others = [word.toLowerCase(), `"${word}"`, `${word}\n`, `NOT ${word}`, word.repeat(2)]
  return random.pick([...others, word.replace("_PT", ""), pickOddText(random)])
}

function buildOddHeaders(isText: boolean, done: string[], random: Random): IncomingHttpHeaders {
  const right = isText ? ["text/plain", "text/plain; charset=utf-8"] : JSON_TYPES
  const headers: IncomingHttpHeaders = { "content-type": random.pick(right) }
  if (random.oneIn(8)) {
    headers["content-type"] = random.pick([...OTHER_TYPES, ...JSON_TYPES])
    done.push(`type ${headers["content-type"]}`)
  }
  if (random.oneIn(20)) {
    headers["content-encoding"] = random.pick(ENCODINGS)
    done.push(`encoding ${headers["content-encoding"]}`)
  }
  if (random.oneIn(20)) headers["retry-after"] = random.pick(["1", "-1", "soon", "1e9", "", "0x1"])
  return headers
}
