import type { OperationName } from "../../../src/financing-api"

// What a value has to satisfy, beside the answer that it was read from: written down from the
// interface, and with none of the code that reads. Each returns what is wrong, or null.

type Check = (value: unknown, raw: unknown) => string | null
type Fields = Record<string, Check>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isMissing = (raw: unknown) => raw === undefined || raw === null || raw === ""

function own(raw: unknown, key: string): unknown {
  return isRecord(raw) && Object.hasOwn(raw, key) ? raw[key] : undefined
}

const text: Check = (value, raw) => {
  if (isMissing(raw)) return value === null ? null : "text out of nothing"
  return typeof raw === "string" && value === raw ? null : "another text than the answer's"
}

const amount: Check = (value, raw) => {
  if (isMissing(raw)) return value === null ? null : "an amount out of nothing"
  if (typeof value !== "number" || !Number.isFinite(value)) return "an amount that is no number"
  const isPlain = typeof raw === "string" && /^-?[0-9]+(\.[0-9]+)?$/.test(raw)
  const said = isPlain ? Number(raw) : raw
  return said === value ? null : "another amount than the answer's"
}

const flag: Check = (value, raw) => {
  if (isMissing(raw)) return value === null ? null : "a flag out of nothing"
  return value === raw || String(value) === raw ? null : "another flag than the answer's"
}

const token: Check = (value, raw) => {
  if (typeof value !== "string" || value !== raw) return "another token than the answer's"
  const path = new URL(`https://host/a/${encodeURIComponent(value)}/b`).pathname.split("/")
  const staysInPlace = path.length === 4 && path[1] === "a" && path[3] === "b"
  return staysInPlace && /^[!-~]+$/.test(value) && !/[/\\?#]/.test(value)
    ? null
    : "a token that does not fit into a path"
}

const tokenOrNone: Check = (value, raw) =>
  isMissing(raw) ? (value === null ? null : "a token out of nothing") : token(value, raw)

const page: Check = (value, raw) => {
  if (typeof value !== "string" || value !== raw) return "another address than the answer's"
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/\s/.test(value)
    ? null
    : "an address that a browser should not be sent to"
}

const pageOrNone: Check = (value, raw) => (value === null ? null : page(value, raw))

/** Every field as it has to be, and no other. */
function fields(checks: Fields): Check {
  return (value, raw) => {
    if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype)
      return "no plain value"
    const stray = Object.keys(value).find((key) => !(key in checks))
    if (stray !== undefined) return `a field that is not the contract's: ${stray}`
    for (const [key, check] of Object.entries(checks)) {
      const complaint = check(value[key], own(raw, key))
      if (complaint !== null) return `${key}: ${complaint}`
    }
    return null
  }
}

const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected ? null : `is not ${String(expected)}`

/** Only an answer whose own `status` is exactly `ok` is a success. */
function saidOk(checks: Fields): Check {
  return (value, raw) =>
    own(raw, "status") === "ok" ? fields(checks)(value, raw) : "success without `ok`"
}

const created = fields({ outcome: is("created"), token, url: page })
const refused = fields({ outcome: is("refused"), url: pageOrNone })
const creation: Check = (value, raw) => {
  const said = own(raw, "token")
  if (said === null) return refused(value, raw)
  return said === undefined ? "an application out of nothing" : created(value, raw)
}

const terms = "overallTerm leaseTerm loanTerm loanRate residualPercent moneyFactor"
const payments = "leasePayment loanPayment residualPayment"
const offer = fields({
  id: (value, raw) => (isMissing(raw) ? "an offer without an id" : amount(value, raw)),
  ...Object.fromEntries(`${terms} ${payments}`.split(" ").map((name) => [name, amount])),
  offerType: text,
  contractUrl: pageOrNone,
})

const offers: Check = (value, raw) => {
  const said: unknown[] | null = isMissing(raw) ? [] : Array.isArray(raw) ? raw : null
  if (said === null) return "offers out of something else"
  if (!Array.isArray(value) || value.length !== said.length) return "other offers than the answer's"
  const complaints = value.map((one, index) => offer(one, said[index]))
  return complaints.find((complaint) => complaint !== null) ?? null
}

const underwriting = { orderId: text, loanAmount: amount, status: text }
const fullApplication: Check = (value, raw) => {
  const said = own(raw, "applicationToken")
  if (said === null) return fields({ outcome: is("refused"), ...underwriting })(value, raw)
  const ofToken: Check = (value) => token(value, said)
  return fields({ outcome: is("created"), token: ofToken, offers, ...underwriting })(value, raw)
}

const tokenRecord = fields({
  access_token: (value, raw) =>
    typeof raw === "string" && value === raw && /^[!-~]+$/.test(raw) ? null : "not usable",
  token_type: (value, raw) =>
    isMissing(raw) || (typeof raw === "string" && raw.toLowerCase() === "bearer")
      ? is("Bearer")(value, raw)
      : "not Bearer",
  expires_in: (value) =>
    typeof value === "number" && value > 0 && value <= 86_400 ? null : "not usable",
  scope: text,
})

const confirmation = saidOk({ message: text })
const status = { status: text, message: text, token: text }

/** Whether a value may be made of an answer's JSON (of its text, for endpoint 15). */
export const CONTRACT: Record<OperationName, Check> = {
  requestToken: tokenRecord,
  createOrder: creation,
  createVirtualCart: creation,
  createFullApplication: fullApplication,
  selectOffer: fields({
    offerId: (value, raw) => (value !== "" && value === String(raw) ? null : "another offer"),
    contractUrl: page,
    offerType: text,
  }),
  createPreApproval: creation,
  updateCartAndSend: saidOk({
    message: text,
    token: tokenOrNone,
    loanAmount: amount,
    taxExempt: flag,
  }),
  getStatus: fields({
    ...status,
    maxApprovalAmount: amount,
    loanAmount: amount,
    lender: text,
    taxExempt: flag,
  }),
  getAddressStatus: fields(status),
  settle: confirmation,
  cancel: confirmation,
  refund: confirmation,
  partialRefund: fields({ status: text, token: tokenOrNone, message: text }),
  updateOrderId: confirmation,
  validatePostback: (value, raw) =>
    value === raw && ["VERIFIED_PT", "INCOMPLETE_PT", "NOT_FOUND_PT"].includes(String(raw))
      ? null
      : "a verdict that was not given",
}
