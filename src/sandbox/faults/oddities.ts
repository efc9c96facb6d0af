import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import type { Answer } from "../endpoints/answer"
import type { EndpointName } from "../endpoints/operations"

/** Encoded response. */
export interface OddAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Fields = Record<string, unknown>

/** Unexpected types for response fields that decide nothing. */
const ODD_TYPES: Fields = {
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

function withOddTypes(fields: Fields): Fields {
  const odd = Object.entries(ODD_TYPES).filter(([name]) => name in fields)
  return { ...fields, ...Object.fromEntries(odd) }
}

/** Mixes malformed offers into the list: a text rate, a missing id, and null. */
function withOddOffers(fields: Fields): Fields {
  if (!Array.isArray(fields.offers) || fields.offers.length === 0) return fields
  const [first, ...others] = fields.offers as Fields[]
  const { id: _id, ...nameless } = first ?? {}
  return { ...fields, offers: [{ ...first, loanRate: "9.9%" }, nameless, null, ...others] }
}

function withTextAmounts(fields: Fields): Fields {
  const { loanAmount, expires_in: seconds } = fields
  return {
    ...fields,
    ...(typeof loanAmount === "number" && { loanAmount: loanAmount.toFixed(2) }),
    ...(typeof seconds === "number" && { expires_in: String(seconds) }),
  }
}

/** Replaces the null token of a refused creation. */
function withoutNull(fields: Fields, token: "" | undefined): Fields {
  const name = "applicationToken" in fields ? "applicationToken" : "token"
  return fields[name] === null ? { ...fields, [name]: token } : fields
}

/** Oddities in the fields of a JSON response. `undefined` removes a field. */
const ODD_FIELDS = {
  "odd-types": withOddTypes,
  "odd-offers": withOddOffers,
  "text-amounts": withTextAmounts,
  "capital-ok": (fields) => (fields.status === "ok" ? { ...fields, status: "OK" } : fields),
  "null-url": (fields) => ("url" in fields ? { ...fields, url: null } : fields),
  "empty-token": (fields) => withoutNull(fields, ""),
  "missing-token": (fields) => withoutNull(fields, undefined),
} satisfies Record<string, (fields: Fields) => Fields>

const withHeader = (name: string, value: string) => (odd: OddAnswer) => ({
  ...odd,
  headers: { ...odd.headers, [name]: value },
})
const around = (before: string, after: string) => (odd: OddAnswer) => ({
  ...odd,
  body: Buffer.concat([Buffer.from(before), odd.body, Buffer.from(after)]),
})
const packed = (coding: string, pack: (body: Buffer) => Buffer) => (odd: OddAnswer) =>
  withHeader("content-encoding", coding)({ ...odd, body: pack(odd.body) })

/** Oddities in the bytes and headers, in the order of application. */
const ODD_WIRE = {
  "json-quotes": (odd) => (/^[A-Z_]+$/.test(String(odd.body)) ? around('"', '"')(odd) : odd),
  "trailing-newline": around("", "\r\n"),
  "byte-order-mark": around("\uFEFF", ""),
  "text-json": withHeader("content-type", "text/json"),
  "no-content-type": ({ headers: { "content-type": _type, ...headers }, ...odd }) => ({
    ...odd,
    headers,
  }),
  gzip: packed("gzip", gzipSync),
  deflate: packed("deflate", deflateSync),
  br: packed("br", brotliCompressSync),
  "no-content": ({ headers: { "content-type": _type, ...headers } }) => ({
    status: 204,
    headers,
    body: Buffer.alloc(0),
  }),
} satisfies Record<string, (odd: OddAnswer) => OddAnswer>

type OddField = keyof typeof ODD_FIELDS
type OddWire = keyof typeof ODD_WIRE
export type Oddity = OddField | OddWire

export const ODD_FIELD_NAMES = Object.keys(ODD_FIELDS) as OddField[]
const ODD_WIRE_NAMES = Object.keys(ODD_WIRE) as OddWire[]
export const ODDITIES: readonly Oddity[] = [...ODD_FIELD_NAMES, ...ODD_WIRE_NAMES]

/** Operations that tolerate an empty response or a missing URL. */
const ONLY_ON: Partial<Record<Oddity, readonly EndpointName[]>> = {
  "no-content": ["updateOrderId"],
  "null-url": ["createPreApproval"],
}

/** Oddities that `allOddities` omits because they exclude another one. */
const LEFT_OUT: readonly Oddity[] = ["missing-token", "text-json", "deflate", "br"]

/** Lists the compatible oddities that keep the meaning of an operation's response. */
export function allOddities(operation: EndpointName): Oddity[] {
  return ODDITIES.filter(
    (oddity) => !LEFT_OUT.includes(oddity) && (ONLY_ON[oddity]?.includes(operation) ?? true)
  )
}

/** Applies oddities to a success response. Leaves other responses unchanged. */
export function oddAnswer(answer: Answer, oddities: readonly Oddity[]): OddAnswer {
  const isSuccess = answer.status === 200
  const isJson = isSuccess && answer.contentType.startsWith("application/json")
  let body = answer.body
  if (isJson) {
    const fields = ODD_FIELD_NAMES.filter((name) => oddities.includes(name))
    const odd = fields.reduce((all, name) => ODD_FIELDS[name](all), JSON.parse(body) as Fields)
    body = JSON.stringify(odd)
  }
  const plain: OddAnswer = {
    status: answer.status,
    headers: { "content-type": answer.contentType },
    body: Buffer.from(body),
  }
  const wire = isSuccess ? ODD_WIRE_NAMES.filter((name) => oddities.includes(name)) : []
  return wire.reduce((odd, name) => ODD_WIRE[name](odd), plain)
}
