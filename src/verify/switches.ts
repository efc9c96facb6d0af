import {
  type Evidence,
  findExchange,
  isRefused,
  isSuccess,
  readStatus,
  type CallName,
} from "./evidence"

/** Simulator settings by name. */
export type Switches = Record<string, string | number | readonly string[]>

const VERDICTS = ["400", "404", "409", "422", "500"]

type Observation = { name: string; value: Switches[string] } | { name: null; words: string }

const NO_OBSERVATIONS: Observation[] = []
const buildSwitch = (name: string, value: Switches[string]): Observation[] => [{ name, value }]
const buildUnsupported = (words: string): Observation[] => [{ name: null, words }]

/** Derives simulator switches from the evidence, and lists observations that no switch imitates. */
export function readSwitches(evidence: Evidence): { switches: Switches; notImitated: string[] } {
  const observed = [
    ...readCode(evidence, "status-settled", "statusAfterSettle"),
    ...readCode(evidence, "status-cancelled", "statusAfterCancel"),
    ...readCode(evidence, "status-refunded", "statusAfterRefund"),
    ...readVerdict(evidence, "settle-again", "secondSettle"),
    ...readVerdict(evidence, "cancel-again", "secondCancel"),
    ...readPartialRefund(evidence),
    ...readItemsName(evidence),
    ...readReplacedToken(evidence),
    ...readUnknownToken(evidence),
    ...readErrorBody(evidence),
    ...readTokenFormat(evidence),
    ...readValidation(evidence),
    ...readAcceptedStatuses(evidence),
    ...readPostbacks(evidence),
  ]
  return {
    switches: Object.fromEntries(
      observed.flatMap((observation): [string, Switches[string]][] =>
        observation.name === null ? [] : [[observation.name, observation.value]]
      )
    ),
    notImitated: observed.flatMap((observation) =>
      observation.name === null ? [observation.words] : []
    ),
  }
}

function readCode(evidence: Evidence, call: CallName, name: string): Observation[] {
  const code = readStatus(evidence, call)
  if (code === null) return NO_OBSERVATIONS
  return /^[A-Za-z]{1,12}$/.test(code)
    ? buildSwitch(name, code)
    : buildUnsupported(`the status code after ${call}`)
}

function readVerdict(evidence: Evidence, call: CallName, name: string): Observation[] {
  const one = findExchange(evidence, call)
  if (one === undefined) return NO_OBSERVATIONS
  if (isSuccess(one)) return buildSwitch(name, "ok")
  const status = String(one.httpStatus)
  return VERDICTS.includes(status)
    ? buildSwitch(name, status)
    : buildUnsupported(`${call}: HTTP ${status}`)
}

const ITEM_LIST_CALLS = [
  ["partial-refund-items", "items"],
  ["partial-refund-application-items", "applicationItems"],
  ["partial-refund-both", "both"],
] as const

function readItemsName(evidence: Evidence): Observation[] {
  const accepted = ITEM_LIST_CALLS.filter(([call]) => isSuccess(findExchange(evidence, call)))
  const [first, another] = accepted
  if (first === undefined) return NO_OBSERVATIONS
  return another
    ? buildUnsupported("a partial refund accepts either name of its list")
    : buildSwitch("partialRefundItemsName", first[1])
}

function readPartialRefund(evidence: Evidence): Observation[] {
  const one = ITEM_LIST_CALLS.map(([call]) => findExchange(evidence, call)).find(isSuccess)
  if (one === undefined) return NO_OBSERVATIONS
  const { status, token } = one.answer
  const name = "partialRefundAnswer"
  if (token === undefined) return buildSwitch(name, "no-token")
  if (token === null || token === "") return buildSwitch(name, "null-token")
  if (token === findExchange(evidence, "create-to-sign")?.answer.token)
    return buildSwitch(name, "same-token")
  if (status === "ok" || status === "S" || status === "B") return buildSwitch(name, status)
  if (status === "C" || status === "L") return buildSwitch(name, "code")
  return buildSwitch(name, "unknown-code")
}

function readReplacedToken(evidence: Evidence): Observation[] {
  const one = findExchange(evidence, "status-replaced")
  const name = "oldTokenAfterPartialRefund"
  if (one === undefined) return NO_OBSERVATIONS
  if (one.httpStatus === 404) return buildSwitch(name, "404")
  const code = readStatus(evidence, "status-replaced")
  const isOld = one.answer.token === findExchange(evidence, "create-to-sign")?.answer.token
  if (code !== null && !isOld) return buildSwitch(name, "follows")
  return code === "T" ? buildSwitch(name, "T") : buildUnsupported("the status of a replaced token")
}

function readUnknownToken(evidence: Evidence): Observation[] {
  const status = findExchange(evidence, "status-unknown")?.httpStatus ?? null
  if (status === null) return NO_OBSERVATIONS
  return status >= 400 && status <= 599
    ? buildSwitch("unknownTokenStatus", status)
    : buildUnsupported(`an unknown token: HTTP ${status}`)
}

function readErrorBody({ exchanges }: Evidence): Observation[] {
  const kinds = [...new Set(exchanges.filter(isRefused).map(({ body }) => body))]
  const [kind] = kinds
  if (kind === undefined) return NO_OBSERVATIONS
  if (kinds.length > 1 || kind === "text")
    return buildUnsupported(`error bodies: ${kinds.join(", ")}`)
  return buildSwitch("errorBody", kind === "json" ? "spring" : kind)
}

function readTokenFormat(evidence: Evidence): Observation[] {
  const token = findExchange(evidence, "create")?.answer.token
  if (typeof token !== "string") return NO_OBSERVATIONS
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token))
    return buildSwitch("tokenFormat", "uuid")
  if (/^[0-9a-f]{32}$/i.test(token)) return buildSwitch("tokenFormat", "hex")
  return /^[\w-]+$/.test(token)
    ? buildUnsupported("the format of tokens")
    : buildSwitch("tokenFormat", "opaque")
}

function readValidation(evidence: Evidence): Observation[] {
  const one = findExchange(evidence, "validate-unknown")
  if (!isSuccess(one)) return NO_OBSERVATIONS
  return ["NOT_FOUND_PT", "INCOMPLETE_PT"].includes(one.word)
    ? buildSwitch("validateUnknownToken", one.word)
    : buildUnsupported(`the validation of an unknown token: ${one.word}`)
}

/** Removes S from the accepted statuses when the service does not verify a signed application. */
function readAcceptedStatuses(evidence: Evidence): Observation[] {
  const [right, wrong] = [
    findExchange(evidence, "validate-signed"),
    findExchange(evidence, "validate-signed-wrong"),
  ]
  if (!isSuccess(right) || !isSuccess(wrong)) return NO_OBSERVATIONS
  if (wrong.word === "VERIFIED_PT")
    return buildUnsupported("a validation that does not compare details")
  if (right.word === "VERIFIED_PT") return NO_OBSERVATIONS
  return buildSwitch("acceptedStatuses", ["W", "M", "C", "L", "U", "X", "O", "T"])
}

function readPostbacks({ postbacks }: Evidence): Observation[] {
  const [first] = postbacks ?? []
  if (first === undefined) return NO_OBSERVATIONS
  return [
    ...(first.encoding === "other"
      ? buildUnsupported("the encoding of postbacks")
      : buildSwitch("postbackEncoding", first.encoding)),
    ...buildSwitch("postbackFields", first.fields.length > 1 ? "full" : "minimal"),
  ]
}
