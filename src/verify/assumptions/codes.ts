import { STATUS_CODES, type StatusCode, phaseOf, readStatusCode } from "../../domain/status-codes"
import { type CallName, type Evidence, shownCode, statusOf } from "../evidence"
import { type Assumption, confirmed, contradicted, type Finding } from "./assumption"

/** Call after which a code is expected, and other codes that neither confirm nor contradict it. */
type Expected = { call: CallName; words: string; open: readonly string[] }

const EXPECTED: Partial<Record<StatusCode, Expected>> = {
  P: { call: "status-new", words: "a new application", open: ["Z", "A", "W", "M", "R"] },
  S: { call: "status-signed", words: "a signed application", open: [] },
  C: { call: "status-settled", words: "a settled application", open: ["L", "S"] },
  O: { call: "status-cancelled", words: "a cancelled application", open: [] },
  T: { call: "status-refunded", words: "a refunded application", open: [] },
}

/** Compares the code that the service returned with the expected one. */
function judgeCode(code: StatusCode, evidence: Evidence): Finding | null {
  const expected = EXPECTED[code]
  const read = expected && statusOf(evidence, expected.call)
  if (expected && read) {
    const found = `${expected.words} reads ${shownCode(read)}`
    if (read === code) return confirmed(found)
    return expected.open.includes(read) ? null : contradicted(found)
  }
  return null
}

function judgeLender(evidence: Evidence): Finding | null {
  const read = statusOf(evidence, "status-settled")
  return read === "L" ? confirmed("a settled application has status L") : null
}

function judgePreApproved(evidence: Evidence): Finding | null {
  const read = statusOf(evidence, "status-pre-approval")
  if (read === "R") return confirmed("a pre-approval reads R")
  if (read === null || phaseOf(readStatusCode(read)) !== "unknown") return null
  return contradicted(`a pre-approval reads ${shownCode(read)}`)
}

const JUDGES: Partial<Record<StatusCode, Assumption["judge"]>> = {
  L: judgeLender,
  R: judgePreApproved,
}

/** One assumption per status code. The interface states the meaning of three of them. */
export const CODE_ASSUMPTIONS: readonly Assumption[] = (
  Object.keys(STATUS_CODES) as StatusCode[]
).map((code) => ({
  id: `status-code-${code}`,
  sentence: `\`${code}\`: ${STATUS_CODES[code].meaning}.`,
  where: "`domain/status-codes.ts`",
  ifWrong: "The code decides nothing about money alone, and a person is asked.",
  observedBy: EXPECTED[code]?.words ?? (JUDGES[code] ? "an application that reads it" : null),
  judge: JUDGES[code] ?? ((evidence) => judgeCode(code, evidence)),
}))
