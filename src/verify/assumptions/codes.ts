import { STATUS_CODES, type StatusCode, phaseOf, readStatusCode } from "../../domain/status-codes"
import { type CallName, type Evidence, maskCode, readStatus } from "../evidence"
import { type Assumption, buildConfirmation, buildContradiction, type Finding } from "./assumption"

/** Call after which a code is expected, and other codes that neither confirm nor contradict it. */
type ExpectedCode = { call: CallName; words: string; open: readonly string[] }

const EXPECTED_CODES: Partial<Record<StatusCode, ExpectedCode>> = {
  P: { call: "status-new", words: "a new application", open: ["Z", "A", "W", "M", "R"] },
  S: { call: "status-signed", words: "a signed application", open: [] },
  C: { call: "status-settled", words: "a settled application", open: ["L", "S"] },
  O: { call: "status-cancelled", words: "a cancelled application", open: [] },
  T: { call: "status-refunded", words: "a refunded application", open: [] },
}

/** Compares the code that the service returned with the expected one. */
function judgeCode(code: StatusCode, evidence: Evidence): Finding | null {
  const expected = EXPECTED_CODES[code]
  const read = expected && readStatus(evidence, expected.call)
  if (expected && read) {
    const found = `${expected.words} reads ${maskCode(read)}`
    if (read === code) return buildConfirmation(found)
    return expected.open.includes(read) ? null : buildContradiction(found)
  }
  return null
}

function judgeLender(evidence: Evidence): Finding | null {
  const read = readStatus(evidence, "status-settled")
  return read === "L" ? buildConfirmation("a settled application has status L") : null
}

function judgePreApproved(evidence: Evidence): Finding | null {
  const read = readStatus(evidence, "status-pre-approval")
  if (read === "R") return buildConfirmation("a pre-approval reads R")
  if (read === null || phaseOf(readStatusCode(read)) !== "unknown") return null
  return buildContradiction(`a pre-approval reads ${maskCode(read)}`)
}

const CODE_JUDGES: Partial<Record<StatusCode, Assumption["judge"]>> = {
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
  observedBy:
    EXPECTED_CODES[code]?.words ?? (CODE_JUDGES[code] ? "an application that reads it" : null),
  judge: CODE_JUDGES[code] ?? ((evidence) => judgeCode(code, evidence)),
}))
