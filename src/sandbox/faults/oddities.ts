import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import type { Answer } from "../endpoints/answer"
import type { EndpointName } from "../endpoints/endpoint-paths"

/** Encoded response. */
export interface EncodedAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type JsonFields = Record<string, unknown>

/** Unexpected types for response fields that decide nothing. */
const ODD_TYPES: JsonFields = {
  message: { en: "as you wished" },
  taxExempt: "yes",
  lender: 7,
  maxApprovalAmount: "5,000.00",
  orderId: 1042,
  offerType: ["LEASELOAN"],
  accessToken: null,
  token_type: 1,
  scope: ["openid", "profile"],
  refresh_token: 0,
  refresh_expires_in: "never",
}

function withOddTypes(fields: JsonFields): JsonFields {
  const odd = Object.entries(ODD_TYPES).filter(([name]) => name in fields)
  return { ...fields, ...Object.fromEntries(odd) }
}

/** Mixes malformed offers into the list: a text rate, a missing id, and null. */
function withOddOffers(fields: JsonFields): JsonFields {
  if (!Array.isArray(fields.offers) || fields.offers.length === 0) return fields
  const [first, ...others] = fields.offers as JsonFields[]
  const { id: _id, ...offerWithoutId } = first ?? {}
  return { ...fields, offers: [{ ...first, loanRate: "9.9%" }, offerWithoutId, null, ...others] }
}

function withTextAmounts(fields: JsonFields): JsonFields {
  const { loanAmount, expires_in: seconds } = fields
  return {
    ...fields,
    ...(typeof loanAmount === "number" && { loanAmount: loanAmount.toFixed(2) }),
    ...(typeof seconds === "number" && { expires_in: String(seconds) }),
  }
}

/** Replaces the null token of a refused creation. */
function replaceNullToken(fields: JsonFields, token: "" | undefined): JsonFields {
  const name = "applicationToken" in fields ? "applicationToken" : "token"
  return fields[name] === null ? { ...fields, [name]: token } : fields
}

/** Oddities in the fields of a JSON response. `undefined` removes a field. */
const FIELD_ODDITIES = {
  "odd-types": withOddTypes,
  "odd-offers": withOddOffers,
  "text-amounts": withTextAmounts,
  "capital-ok": (fields) => (fields.status === "ok" ? { ...fields, status: "OK" } : fields),
  "null-url": (fields) => ("url" in fields ? { ...fields, url: null } : fields),
  "empty-token": (fields) => replaceNullToken(fields, ""),
  "missing-token": (fields) => replaceNullToken(fields, undefined),
} satisfies Record<string, (fields: JsonFields) => JsonFields>

const withHeader = (name: string, value: string) => (odd: EncodedAnswer) => ({
  ...odd,
  headers: { ...odd.headers, [name]: value },
})
const wrapBody = (before: string, after: string) => (odd: EncodedAnswer) => ({
  ...odd,
  body: Buffer.concat([Buffer.from(before), odd.body, Buffer.from(after)]),
})
const compressBody = (coding: string, compress: (body: Buffer) => Buffer) => (odd: EncodedAnswer) =>
  withHeader("content-encoding", coding)({ ...odd, body: compress(odd.body) })

/** Oddities in the bytes and headers, in the order of application. */
const WIRE_ODDITIES = {
  "json-quotes": (odd) => (/^[A-Z_]+$/.test(String(odd.body)) ? wrapBody('"', '"')(odd) : odd),
  "trailing-newline": wrapBody("", "\r\n"),
  "byte-order-mark": wrapBody("\uFEFF", ""),
  "text-json": withHeader("content-type", "text/json"),
  "no-content-type": ({ headers: { "content-type": _type, ...headers }, ...odd }) => ({
    ...odd,
    headers,
  }),
  gzip: compressBody("gzip", gzipSync),
  deflate: compressBody("deflate", deflateSync),
  br: compressBody("br", brotliCompressSync),
  "no-content": ({ headers: { "content-type": _type, ...headers } }) => ({
    status: 204,
    headers,
    body: Buffer.alloc(0),
  }),
} satisfies Record<string, (odd: EncodedAnswer) => EncodedAnswer>

type FieldOddity = keyof typeof FIELD_ODDITIES
type WireOddity = keyof typeof WIRE_ODDITIES
export type Oddity = FieldOddity | WireOddity

export const FIELD_ODDITY_NAMES = Object.keys(FIELD_ODDITIES) as FieldOddity[]
const WIRE_ODDITY_NAMES = Object.keys(WIRE_ODDITIES) as WireOddity[]
export const ODDITIES: readonly Oddity[] = [...FIELD_ODDITY_NAMES, ...WIRE_ODDITY_NAMES]

/** Operations that tolerate an empty response or a missing URL. */
const ODDITY_OPERATIONS: Partial<Record<Oddity, readonly EndpointName[]>> = {
  "no-content": ["updateOrderId"],
  "null-url": ["createPreApproval"],
}

/** Oddities that `listOddities` omits because they exclude another one. */
const EXCLUDED_ODDITIES: readonly Oddity[] = ["missing-token", "text-json", "deflate", "br"]

/** Lists the compatible oddities that keep the meaning of an operation's response. */
export function listOddities(operation: EndpointName): Oddity[] {
  return ODDITIES.filter(
    (oddity) =>
      !EXCLUDED_ODDITIES.includes(oddity) &&
      (ODDITY_OPERATIONS[oddity]?.includes(operation) ?? true)
  )
}

/** Applies oddities to a success response. Leaves other responses unchanged. */
export function applyOddities(answer: Answer, oddities: readonly Oddity[]): EncodedAnswer {
  const isSuccess = answer.status === 200
  const isJson = isSuccess && answer.contentType.startsWith("application/json")
  let body = answer.body
  if (isJson) {
    const fields = FIELD_ODDITY_NAMES.filter((name) => oddities.includes(name))
    const odd = fields.reduce(
      (all, name) => FIELD_ODDITIES[name](all),
      JSON.parse(body) as JsonFields
    )
    body = JSON.stringify(odd)
  }
  const plain: EncodedAnswer = {
    status: answer.status,
    headers: { "content-type": answer.contentType },
    body: Buffer.from(body),
  }
  const wire = isSuccess ? WIRE_ODDITY_NAMES.filter((name) => oddities.includes(name)) : []
  return wire.reduce((odd, name) => WIRE_ODDITIES[name](odd), plain)
}
