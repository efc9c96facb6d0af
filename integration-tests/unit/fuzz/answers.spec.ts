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

/** Judges the n-th answer of an endpoint; `violation` is null when the verdict is right. */
function judgeBody(operation: EndpointName, n: number): { ok: boolean; violation: string | null } {
  const { answer, done } = buildOddAnswer(operation, createRandom(options.seed, operation, n))
  const cpuAtStart = process.cpuUsage()
  let ok = false
  let violation: string | null
  try {
    const verdict = judgeAnswer(operation, answer)
    ok = verdict.kind === "success"
    violation = findViolation({ operation, answer, untouched: done.length === 0 }, verdict)
  } catch (error) {
    violation = `threw ${String(error)}`
  }
  if (process.cpuUsage(cpuAtStart).user > MAX_CPU_MS * 1_000) violation ??= "took forever"
  if (isPolluted()) violation ??= "a prototype was written to"
  const description =
    violation && `${violation}\n    ${done.join(", ")}: ${formatBody(answer.body)}`
  return { ok, violation: description }
}

describe("any answer of an endpoint is read as the contract says or refused (E3, G8):", () => {
  test.each(operations)(
    "%s",
    async (operation) => {
      const tally = createTally(`${ENDPOINTS[operation].number} ${operation}`)
      for await (const n of generateNumbers(options)) {
        const { ok, violation } = judgeBody(operation, n)
        if (violation) tally.recordViolation(n, violation)
        tally.recordOutcome(ok ? "accepted" : "refused")
      }
      tally.close()
    },
    PROOF_TIMEOUT_MS
  )
})
