import { inspect } from "node:util"
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"
import { ENDPOINTS, FinancingError, type EndpointName } from "../../../src/financing-api"
import type { Answer } from "../../../src/financing-api/exchange"
import type { Verdict } from "../../../src/financing-api/judge"
import { CONTRACT } from "./contract"
import { CANARY } from "./odd-values"
import { hasRepeatedKey } from "./repeated-key"

/** Text of the request. An answer may quote it; an error must not. */
export const REQUEST_TEXT = "Bearer bearer-canary-token 1 main_street Ada_Lovelace ssn 078-05-1120"
const SECRETS = [CANARY, "bearer-canary-token", "main_street", "Ada_Lovelace", "078-05-1120"]

type JudgedAnswer = {
  operation: EndpointName
  answer: Answer & { body: Buffer }
  untouched: boolean
}

/** Finds what is wrong with the verdict on an answer, or null. */
export function findViolation(
  judgedAnswer: JudgedAnswer,
  verdict: Verdict<unknown>
): string | null {
  const { operation, answer, untouched } = judgedAnswer
  if (verdict.kind === "success") return findSuccessViolation(judgedAnswer, verdict.value)
  if (untouched) return "refused an answer that is as the interface shows it"
  const { auth } = ENDPOINTS[operation]
  if (verdict.kind === "unauthorized") {
    return answer.status === 401 && auth === "bearer" ? null : "no 401 to a bearer token"
  }
  const { error } = verdict
  if (!(error instanceof FinancingError)) return `not a FinancingError: ${inspect(error)}`
  const outcome = getExpectedOutcome(answer.status, auth === "basic")
  if (error.outcome !== outcome) return `${error.outcome} after HTTP ${answer.status}`
  if (error.operation !== operation || error.httpStatus !== answer.status)
    return "names another call"
  const errorText = `${inspect(error)} ${error.message} ${error.shopperMessage} ${JSON.stringify(error)}`
  const leak = SECRETS.find((secret) => errorText.includes(secret))
  return leak === undefined ? null : `the error says ${leak}`
}

/** A 4xx did not happen, except 408 (request timeout). Everything else is in doubt. */
function getExpectedOutcome(status: number, isTokenRequest: boolean): FinancingError["outcome"] {
  if (isTokenRequest && [400, 401, 403].includes(status)) return "did-not-happen"
  return status >= 400 && status <= 499 && status !== 408 ? "did-not-happen" : "in-doubt"
}

function findSuccessViolation({ operation, answer }: JudgedAnswer, value: unknown): string | null {
  if (answer.status < 200 || answer.status > 299) return `success after HTTP ${answer.status}`
  if (answer.status === 204 && operation === "updateOrderId") return null
  const isText = ENDPOINTS[operation].answer === "text"
  if (!isRightType(answer.headers["content-type"], isText)) return "success of another content type"
  const bodyText = decompressBody(answer).toString("utf8")
  if (isText) return CONTRACT[operation](value, bodyText)
  let raw: unknown
  try {
    raw = JSON.parse(bodyText.startsWith("\uFEFF") ? bodyText.slice(1) : bodyText)
  } catch {
    return "success of what is no JSON"
  }
  return hasRepeatedKey(bodyText)
    ? "success of a key that says two things"
    : CONTRACT[operation](value, raw)
}

function isRightType(header: string | undefined, isText: boolean): boolean {
  const [type = "", ...rest] = (header ?? "").split(";")
  const essence = type.trim().toLowerCase()
  if (rest.join(";").includes(",")) return false
  if (essence === "" || (isText && essence === "text/plain")) return true
  return /^(application|text)\/([\w.-]+\+)?json$/.test(essence)
}

const DECOMPRESSORS: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
}

/** Decompresses the body as its header says. Ignores unknown encodings. */
function decompressBody({ headers, body }: JudgedAnswer["answer"]): Buffer {
  const codings = (headers["content-encoding"] ?? "").split(",").map((one) => one.trim())
  return codings.reduceRight((bytes, coding) => DECOMPRESSORS[coding]?.(bytes) ?? bytes, body)
}
