import { isDeepStrictEqual } from "node:util"
import {
  ENDPOINTS,
  type FinancingClient,
  FinancingError,
  type EndpointName,
} from "../../../src/financing-api"
import { MAX_BODY_BYTES } from "../../../src/financing-api/exchange"
import { readProofOptions, PROOF_TIMEOUT_MS } from "../../proofs/proof-options"
import { createInstantClock } from "../financing-api/fake-clock"
import {
  type Reply,
  cleanUp,
  createClient,
  issueToken,
  startService,
} from "../financing-api/scripted-service"
import { ENDPOINT_CALLS } from "./endpoint-calls"
import { judgeAnswer } from "./fuzzed-call"
import { generateNumbers } from "./body-numbers"
import { type OddAnswer, buildOddAnswer } from "./odd-answer"
import { createRandom } from "./random"
import { formatBody } from "./format-body"
import { createTally } from "./tally"

/** HTTP is slow, so only every twentieth body is sent over it. */
const SAMPLE_INTERVAL = 20

const options = readProofOptions()
const operations = Object.keys(ENDPOINTS) as EndpointName[]

afterEach(cleanUp)

type CallResult = { value: unknown } | { code: string; outcome: string }

/** Returns the result of a call: its value, or the code and outcome of its FinancingError. */
async function getCallResult(call: Promise<unknown>): Promise<CallResult> {
  return await call.then(
    (value): CallResult => ({ value }),
    (error: unknown): CallResult => {
      if (!(error instanceof FinancingError)) throw error
      return { code: error.code, outcome: error.outcome }
    }
  )
}

/** Returns the result that `judge` gives for the answer. */
function getExpectedResult(operation: EndpointName, { answer }: OddAnswer): CallResult {
  const verdict = judgeAnswer(operation, answer)
  if (verdict.kind === "success") return { value: verdict.value }
  if (verdict.kind === "failure") {
    return { code: verdict.error.code, outcome: verdict.error.outcome }
  }
  const outcome = ENDPOINTS[operation].safeToRepeat ? "did-not-happen" : "in-doubt"
  return { code: "wrong_credentials", outcome }
}

/** Whether HTTP sends no body with this status, or has no such status. */
function isUnsendable({ answer: { status } }: OddAnswer): boolean {
  return status === 204 || status === 304 || status > 599
}

/** Makes every 250th body too large to read. */
function enlargeBody(oddAnswer: OddAnswer, n: number): OddAnswer {
  if (n % 250 !== 0) return oddAnswer
  const body = Buffer.alloc(
    MAX_BODY_BYTES + 1,
    oddAnswer.answer.body.length > 0 ? oddAnswer.answer.body : " "
  )
  return { ...oddAnswer, answer: { ...oddAnswer.answer, body } }
}

function isTooLarge({ answer }: OddAnswer): boolean {
  return answer.body.length > MAX_BODY_BYTES && answer.status >= 200 && answer.status <= 299
}

async function withService(
  operation: EndpointName,
  run: (client: FinancingClient, setAnswer: (oddAnswer: OddAnswer) => void) => Promise<void>
): Promise<void> {
  let oddAnswer: OddAnswer | null = null
  const sendAnswer: Reply = (response) => {
    const { status = 500, headers = {}, body = "" } = oddAnswer?.answer ?? {}
    response.writeHead(status, headers).end(body)
  }
  const script =
    operation === "requestToken" ? { token: sendAnswer } : { token: issueToken, call: sendAnswer }
  const service = await startService(script)
  await run(createClient(service, { clock: createInstantClock() }), (value) => (oddAnswer = value))
}

describe("the client reads an answer over HTTP as judge reads it:", () => {
  test.each(operations)(
    "%s",
    async (operation) => {
      const tally = createTally(`${ENDPOINTS[operation].number} ${operation} over HTTP`)
      await withService(operation, async (client, setAnswer) => {
        for await (const n of generateNumbers(options)) {
          if (n % SAMPLE_INTERVAL !== 0 && options.bodies > 1) continue
          const oddAnswer = enlargeBody(
            buildOddAnswer(operation, createRandom(options.seed, operation, n)),
            n
          )
          setAnswer(oddAnswer)
          const result = await getCallResult(ENDPOINT_CALLS[operation](client))
          const expected = isTooLarge(oddAnswer)
            ? { code: "answer_too_large", outcome: "in-doubt" }
            : getExpectedResult(operation, oddAnswer)
          const isAsExpected = isUnsendable(oddAnswer)
            ? "code" in result
            : isDeepStrictEqual(result, expected)
          if (!isAsExpected) {
            const [actualText, expectedText] = [JSON.stringify(result), JSON.stringify(expected)]
            tally.recordViolation(
              n,
              `${actualText}, not ${expectedText}: ${formatBody(oddAnswer.answer.body)}`
            )
          }
          tally.recordOutcome("value" in result ? "accepted" : "refused")
        }
      })
      tally.close()
    },
    PROOF_TIMEOUT_MS
  )
})
