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
const ONE_OF = 20

const options = readProofOptions()
const operations = Object.keys(ENDPOINTS) as EndpointName[]

afterEach(cleanUp)

type Ending = { value: unknown } | { code: string; outcome: string }

/** Returns the result of a call: its value, or the code and outcome of its FinancingError. */
async function endingOf(call: Promise<unknown>): Promise<Ending> {
  return await call.then(
    (value): Ending => ({ value }),
    (error: unknown): Ending => {
      if (!(error instanceof FinancingError)) throw error
      return { code: error.code, outcome: error.outcome }
    }
  )
}

/** Returns the result that `judge` gives for the answer. */
function expectedOf(operation: EndpointName, { answer }: OddAnswer): Ending {
  const verdict = judgeAnswer(operation, answer)
  if (verdict.kind === "success") return { value: verdict.value }
  if (verdict.kind === "failure") {
    return { code: verdict.error.code, outcome: verdict.error.outcome }
  }
  const outcome = ENDPOINTS[operation].safeToRepeat ? "did-not-happen" : "in-doubt"
  return { code: "wrong_credentials", outcome }
}

/** Whether HTTP sends no body with this status, or has no such status. */
function isNoAnswer({ answer: { status } }: OddAnswer): boolean {
  return status === 204 || status === 304 || status > 599
}

/** Makes every 250th body too large to read. */
function enlarged(odd: OddAnswer, n: number): OddAnswer {
  if (n % 250 !== 0) return odd
  const body = Buffer.alloc(MAX_BODY_BYTES + 1, odd.answer.body.length > 0 ? odd.answer.body : " ")
  return { ...odd, answer: { ...odd.answer, body } }
}

function isTooLarge({ answer }: OddAnswer): boolean {
  return answer.body.length > MAX_BODY_BYTES && answer.status >= 200 && answer.status <= 299
}

async function withService(
  operation: EndpointName,
  use: (client: FinancingClient, next: (odd: OddAnswer) => void) => Promise<void>
): Promise<void> {
  let odd: OddAnswer | null = null
  const say: Reply = (response) => {
    const { status = 500, headers = {}, body = "" } = odd?.answer ?? {}
    response.writeHead(status, headers).end(body)
  }
  const script = operation === "requestToken" ? { token: say } : { token: issueToken, call: say }
  const service = await startService(script)
  await use(createClient(service, { clock: createInstantClock() }), (next) => (odd = next))
}

describe("the client reads an answer over HTTP as judge reads it:", () => {
  test.each(operations)(
    "%s",
    async (operation) => {
      const tally = createTally(`${ENDPOINTS[operation].number} ${operation} over HTTP`)
      await withService(operation, async (client, next) => {
        for await (const n of generateNumbers(options)) {
          if (n % ONE_OF !== 0 && options.bodies > 1) continue
          const odd = enlarged(
            buildOddAnswer(operation, createRandom(options.seed, operation, n)),
            n
          )
          next(odd)
          const ending = await endingOf(ENDPOINT_CALLS[operation](client))
          const expected = isTooLarge(odd)
            ? { code: "answer_too_large", outcome: "in-doubt" }
            : expectedOf(operation, odd)
          const isAsExpected = isNoAnswer(odd)
            ? "code" in ending
            : isDeepStrictEqual(ending, expected)
          if (!isAsExpected) {
            const [said, due] = [JSON.stringify(ending), JSON.stringify(expected)]
            tally.recordViolation(n, `${said}, not ${due}: ${formatBody(odd.answer.body)}`)
          }
          tally.recordOutcome("value" in ending ? "accepted" : "refused")
        }
      })
      tally.close()
    },
    PROOF_TIMEOUT_MS
  )
})
