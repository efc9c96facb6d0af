import { type Evidence, find, isRefused, isSuccess, statusOf, type CallName } from "./evidence"

/** Simulator settings by name. */
export type Switches = Record<string, string | number | readonly string[]>

const VERDICTS = ["400", "404", "409", "422", "500"]

type Observed = { name: string; value: Switches[string] } | { name: null; words: string }

const nothing: Observed[] = []
const set = (name: string, value: Switches[string]): Observed[] => [{ name, value }]
const cannot = (words: string): Observed[] => [{ name: null, words }]

/** Derives simulator switches from the evidence, and lists observations that no switch imitates. */
export function readSwitches(evidence: Evidence): { switches: Switches; notImitated: string[] } {
  const observed = [
    ...codeAfter(evidence, "status-settled", "statusAfterSettle"),
    ...codeAfter(evidence, "status-cancelled", "statusAfterCancel"),
    ...codeAfter(evidence, "status-refunded", "statusAfterRefund"),
    ...verdict(evidence, "settle-again", "secondSettle"),
    ...verdict(evidence, "cancel-again", "secondCancel"),
    ...partialRefund(evidence),
    ...itemsName(evidence),
    ...replacedToken(evidence),
    ...unknownToken(evidence),
    ...errorBody(evidence),
    ...tokenFormat(evidence),
    ...validation(evidence),
    ...acceptedStatuses(evidence),
    ...postbacks(evidence),
  ]
  return {
    switches: Object.fromEntries(
      observed.flatMap((one): [string, Switches[string]][] =>
        one.name === null ? [] : [[one.name, one.value]]
      )
    ),
    notImitated: observed.flatMap((one) => (one.name === null ? [one.words] : [])),
  }
}

function codeAfter(evidence: Evidence, call: CallName, name: string): Observed[] {
  const code = statusOf(evidence, call)
  if (code === null) return nothing
  return /^[A-Za-z]{1,12}$/.test(code) ? set(name, code) : cannot(`the status code after ${call}`)
}

function verdict(evidence: Evidence, call: CallName, name: string): Observed[] {
  const one = find(evidence, call)
  if (one === undefined) return nothing
  if (isSuccess(one)) return set(name, "ok")
  const status = String(one.httpStatus)
  return VERDICTS.includes(status) ? set(name, status) : cannot(`${call}: HTTP ${status}`)
}

const PARTS = [
  ["partial-refund-items", "items"],
  ["partial-refund-application-items", "applicationItems"],
  ["partial-refund-both", "both"],
] as const

function itemsName(evidence: Evidence): Observed[] {
  const accepted = PARTS.filter(([call]) => isSuccess(find(evidence, call)))
  const [first, another] = accepted
  if (first === undefined) return nothing
  return another
    ? cannot("a partial refund accepts either name of its list")
    : set("partialRefundItemsName", first[1])
}

function partialRefund(evidence: Evidence): Observed[] {
  const one = PARTS.map(([call]) => find(evidence, call)).find(isSuccess)
  if (one === undefined) return nothing
  const { status, token } = one.answer
  const name = "partialRefundAnswer"
  if (token === undefined) return set(name, "no-token")
  if (token === null || token === "") return set(name, "null-token")
  if (token === find(evidence, "create-to-sign")?.answer.token) return set(name, "same-token")
  if (status === "ok" || status === "S" || status === "B") return set(name, status)
  if (status === "C" || status === "L") return set(name, "code")
  return set(name, "unknown-code")
}

function replacedToken(evidence: Evidence): Observed[] {
  const one = find(evidence, "status-replaced")
  const name = "oldTokenAfterPartialRefund"
  if (one === undefined) return nothing
  if (one.httpStatus === 404) return set(name, "404")
  const code = statusOf(evidence, "status-replaced")
  const isOld = one.answer.token === find(evidence, "create-to-sign")?.answer.token
  if (code !== null && !isOld) return set(name, "follows")
  return code === "T" ? set(name, "T") : cannot("the status of a replaced token")
}

function unknownToken(evidence: Evidence): Observed[] {
  const status = find(evidence, "status-unknown")?.httpStatus ?? null
  if (status === null) return nothing
  return status >= 400 && status <= 599
    ? set("unknownTokenStatus", status)
    : cannot(`an unknown token: HTTP ${status}`)
}

function errorBody({ exchanges }: Evidence): Observed[] {
  const kinds = [...new Set(exchanges.filter(isRefused).map(({ body }) => body))]
  const [kind] = kinds
  if (kind === undefined) return nothing
  if (kinds.length > 1 || kind === "text") return cannot(`error bodies: ${kinds.join(", ")}`)
  return set("errorBody", kind === "json" ? "spring" : kind)
}

function tokenFormat(evidence: Evidence): Observed[] {
  const token = find(evidence, "create")?.answer.token
  if (typeof token !== "string") return nothing
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)) return set("tokenFormat", "uuid")
  if (/^[0-9a-f]{32}$/i.test(token)) return set("tokenFormat", "hex")
  return /^[\w-]+$/.test(token) ? cannot("the format of tokens") : set("tokenFormat", "opaque")
}

function validation(evidence: Evidence): Observed[] {
  const one = find(evidence, "validate-unknown")
  if (!isSuccess(one)) return nothing
  return ["NOT_FOUND_PT", "INCOMPLETE_PT"].includes(one.word)
    ? set("validateUnknownToken", one.word)
    : cannot(`the validation of an unknown token: ${one.word}`)
}

/** Removes S from the accepted statuses when the service does not verify a signed application. */
function acceptedStatuses(evidence: Evidence): Observed[] {
  const [right, wrong] = [
    find(evidence, "validate-signed"),
    find(evidence, "validate-signed-wrong"),
  ]
  if (!isSuccess(right) || !isSuccess(wrong)) return nothing
  if (wrong.word === "VERIFIED_PT") return cannot("a validation that does not compare details")
  if (right.word === "VERIFIED_PT") return nothing
  return set("acceptedStatuses", ["W", "M", "C", "L", "U", "X", "O", "T"])
}

function postbacks({ postbacks }: Evidence): Observed[] {
  const [first] = postbacks ?? []
  if (first === undefined) return nothing
  return [
    ...(first.encoding === "other"
      ? cannot("the encoding of postbacks")
      : set("postbackEncoding", first.encoding)),
    ...set("postbackFields", first.fields.length > 1 ? "full" : "minimal"),
  ]
}
