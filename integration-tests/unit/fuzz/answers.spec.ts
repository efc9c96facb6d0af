import { ENDPOINTS, type EndpointName } from "../../../src/financing-api"
import { readProofOptions, PROOF_TIMEOUT_MS } from "../../proofs/proof-options"
import { findViolation } from "./find-violation"
import { judgeAnswer } from "./fuzzed-call"
import { generateNumbers } from "./body-numbers"
import { buildOddAnswer } from "./odd-answer"
import { isPolluted } from "./prototypes"
import { createRandom } from "./random"
import { formatBody } from "./format-body"
import { createTally } from "./tally"

/** CPU milliseconds that an answer may take; wall time would include other processes. */
const MAX_CPU_MS = 2_000

const options = readProofOptions()

// Every refusal creates an error, and resolving the stacks would take most of the time.
Error.stackTraceLimit = 0
const operations = Object.keys(ENDPOINTS) as EndpointName[]

/** Judges the n-th answer of an endpoint; `complaint` is null when the verdict is right. */
function judgeBody(operation: EndpointName, n: number): { ok: boolean; complaint: string | null } {
  const { answer, done } = buildOddAnswer(operation, createRandom(options.seed, operation, n))
  const cpuAtStart = process.cpuUsage()
  let ok = false
  let complaint: string | null
  try {
    const verdict = judgeAnswer(operation, answer)
    ok = verdict.kind === "success"
    complaint = findViolation({ operation, answer, untouched: done.length === 0 }, verdict)
  } catch (error) {
    complaint = `threw ${String(error)}`
  }
  if (process.cpuUsage(cpuAtStart).user > MAX_CPU_MS * 1_000) complaint ??= "took for ever"
  if (isPolluted()) complaint ??= "a prototype was written to"
  const description =
    complaint && `${complaint}\n    ${done.join(", ")}: ${formatBody(answer.body)}`
  return { ok, complaint: description }
}

describe("any answer of an endpoint is read as the contract says or refused (E3, G8):", () => {
  test.each(operations)(
    "%s",
    async (operation) => {
      const tally = createTally(`${ENDPOINTS[operation].number} ${operation}`)
      for await (const n of generateNumbers(options)) {
        const { ok, complaint } = judgeBody(operation, n)
        if (complaint) tally.recordViolation(n, complaint)
        tally.recordOutcome(ok ? "accepted" : "refused")
      }
      tally.close()
    },
    PROOF_TIMEOUT_MS
  )
})
