import type { EndpointName } from "../../../src/financing-api"

// Checks of the values that the client reads from an answer. They follow the interface and share no code with
// the client. Each returns what is wrong, or null.

type Check = (value: unknown, raw: unknown) => string | null
type Fields = Record<string, Check>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isMissing = (raw: unknown) => raw === undefined || raw === null || raw === ""

function getOwn(raw: unknown, key: string): unknown {
  return isRecord(raw) && Object.hasOwn(raw, key) ? raw[key] : undefined
}

/** Requires null for a missing value or a wrong type, and the answer's value otherwise. */
function checkOrNull(readAs: (raw: unknown) => unknown): Check {
  return (value, raw) => {
    const said = isMissing(raw) ? null : readAs(raw)
    if (said === value) return null
    return said === null ? "something out of nothing" : "something else than the answer's"
  }
}

function parseNumber(raw: unknown): number | null {
  const isPlain = typeof raw === "string" && /^-?[0-9]{1,15}(\.[0-9]{1,10})?$/.test(raw)
  const said = isPlain ? Number(raw) : raw
  return typeof said === "number" && Number.isFinite(said) ? said : null
}

const text = checkOrNull((raw) => (typeof raw === "string" ? raw : null))
const amount = checkOrNull(parseNumber)
const flag = checkOrNull((raw) =>
  typeof raw === "boolean" ? raw : raw === "true" ? true : raw === "false" ? false : null
)

/** Whether a token survives as a single segment of a URL's path. */
export function isPathSegment(value: string): boolean {
  if (value === "" || value.includes("\0") || /\p{Surrogate}/u.test(value)) return false
  const path = new URL(`https://host/a/${encodeURIComponent(value)}/b`).pathname.split("/")
  const staysInPlace = path.length === 4 && path[1] === "a" && path[3] === "b"
  return staysInPlace && decodeURIComponent(path[2] ?? "") === value
}

const token: Check = (value, raw) => {
  if (typeof value !== "string" || value !== raw) return "another token than the answer's"
  return isPathSegment(value) ? null : "a token that does not fit into a path"
}

const nullableToken = checkOrNull((raw) =>
  typeof raw === "string" && raw.length <= 512 && isPathSegment(raw) ? raw : null
)

const page: Check = (value, raw) => {
  if (typeof value !== "string" || value !== raw) return "another address than the answer's"
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/\s/.test(value)
    ? null
    : "an address that a browser should not be sent to"
}

const nullablePage: Check = (value, raw) => (value === null ? null : page(value, raw))

/** Requires exactly these fields, each with a valid value. */
function checkFields(checks: Fields): Check {
  return (value, raw) => {
    if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype)
      return "no plain value"
    const stray = Object.keys(value).find((key) => !(key in checks))
    if (stray !== undefined) return `a field that is not the contract's: ${stray}`
    for (const [key, check] of Object.entries(checks)) {
      const complaint = check(value[key], getOwn(raw, key))
      if (complaint !== null) return `${key}: ${complaint}`
    }
    return null
  }
}

const checkEquals =
  (expected: unknown): Check =>
  (value) =>
    value === expected ? null : `is not ${String(expected)}`

/** Requires that the answer's own `status` is `ok`, in any letter case. */
function checkOkFields(checks: Fields): Check {
  return (value, raw) => {
    const said = getOwn(raw, "status")
    const isOk = typeof said === "string" && /^[oO][kK]$/.test(said)
    return isOk ? checkFields(checks)(value, raw) : "success without `ok`"
  }
}

const created = checkFields({ outcome: checkEquals("created"), token, url: nullablePage })
const refused = checkFields({ outcome: checkEquals("refused"), url: nullablePage })
const creation: Check = (value, raw) => {
  const said = getOwn(raw, "token")
  return isMissing(said) ? checkRefusal(refused, said)(value, raw) : created(value, raw)
}

/** A null token is a refusal. A missing or empty token is one only with a page that explains it. */
function checkRefusal(check: Check, said: unknown): Check {
  return (value, raw) => {
    const explains = isRecord(value) && typeof value.url === "string"
    return said === null || explains ? check(value, raw) : "a refusal out of nothing"
  }
}

const terms = "overallTerm leaseTerm loanTerm loanRate residualPercent moneyFactor"
const payments = "leasePayment loanPayment residualPayment"
const parseOfferId = (offer: unknown) => {
  const id = parseNumber(getOwn(offer, "id"))
  return id !== null && Number.isSafeInteger(id) && id >= 0 ? id : null
}
const offer = checkFields({
  id: amount,
  ...Object.fromEntries(`${terms} ${payments}`.split(" ").map((name) => [name, amount])),
  offerType: text,
  contractUrl: nullablePage,
})

const offers: Check = (value, raw) => {
  // The client leaves out only offers without a usable id.
  const said = Array.isArray(raw) ? raw.filter((one) => parseOfferId(one) !== null) : []
  if (!Array.isArray(value) || value.length !== said.length) return "other offers than the answer's"
  const complaints = value.map((one, index) => offer(one, said[index]))
  return complaints.find((complaint) => complaint !== null) ?? null
}

const underwriting = { orderId: text, loanAmount: amount, status: text }
const fullApplication: Check = (value, raw) => {
  const said = getOwn(raw, "applicationToken")
  if (isMissing(said)) {
    const without = checkFields({
      outcome: checkEquals("refused"),
      url: nullablePage,
      ...underwriting,
    })
    return checkRefusal(without, said)(value, raw)
  }
  const checkToken: Check = (value) => token(value, said)
  return checkFields({
    outcome: checkEquals("created"),
    token: checkToken,
    offers,
    ...underwriting,
  })(value, raw)
}

const tokenRecord = checkFields({
  access_token: (value, raw) =>
    typeof raw === "string" && value === raw && /^[!-~]+$/.test(raw) ? null : "not usable",
  token_type: (value, raw) =>
    typeof raw !== "string" || raw === "" || raw.toLowerCase() === "bearer"
      ? checkEquals("Bearer")(value, raw)
      : "not Bearer",
  expires_in: (value) =>
    typeof value === "number" && value > 0 && value <= 86_400 ? null : "not usable",
  scope: text,
})

const formatNumber = (raw: unknown) =>
  typeof raw === "number" && Number.isFinite(raw) ? String(raw) : null

const confirmation = checkOkFields({ message: text })
const status = { status: text, message: text, token: text }

/** The check of each endpoint, given the answer's JSON, or its text for endpoint 15. */
export const CONTRACT: Record<EndpointName, Check> = {
  requestToken: tokenRecord,
  createOrder: creation,
  createVirtualCart: creation,
  createFullApplication: fullApplication,
  selectOffer: checkFields({
    offerId: checkOrNull((raw) => (typeof raw === "string" ? raw : formatNumber(raw))),
    contractUrl: page,
    offerType: text,
  }),
  createPreApproval: creation,
  updateCartAndSend: checkOkFields({
    message: text,
    token: nullableToken,
    loanAmount: amount,
    taxExempt: flag,
  }),
  getStatus: checkFields({
    ...status,
    maxApprovalAmount: amount,
    loanAmount: amount,
    lender: text,
    taxExempt: flag,
  }),
  getAddressStatus: checkFields(status),
  settle: confirmation,
  cancel: confirmation,
  refund: confirmation,
  partialRefund: checkFields({ status: text, token: nullableToken, message: text }),
  updateOrderId: confirmation,
  validatePostback: (value, raw) => {
    const said = String(raw)
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .replace(/^"(.*)"$/, "$1")
    return value === said && ["VERIFIED_PT", "INCOMPLETE_PT", "NOT_FOUND_PT"].includes(said)
      ? null
      : "a verdict that was not given"
  },
}
