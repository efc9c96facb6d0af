import { eventually } from "../../../tooling/clients/eventually"
import { createHarness } from "../../store/harness"
import { stabilizeCart } from "../stabilize-cart"
import { advanceTime } from "../advance-time"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "../proof-options"
import { KILLED_OPERATIONS } from "./killed-operations"
import { recoverAndFinish } from "./recover"
import { createTrackedRequest, startVictim, type Victim, victims } from "./victim"

const { simulator } = createHarness()

/** Right before the call: the intent is written, the lease renewed, the call not sent. */
const LEASE_RENEWED = "update financing_lease"
const STATUS_ANSWERED = "getStatus answered"

const ALL_CASES: [operation: string, moment: string][] = [
  "capture",
  "refund",
  "refund-part",
].flatMap((name): [string, string][] => [
  [name, LEASE_RENEWED],
  [name, STATUS_ANSWERED],
])
const CASES = readProofOptions().all
  ? ALL_CASES
  : ALL_CASES.filter(([, moment]) => moment === LEASE_RENEWED)

describe("A process that is paused right before its call for longer than its lease lasts (H2)", () => {
  let victim: Victim

  beforeAll(async () => {
    victim = await startVictim()
  }, PROOF_TIMEOUT_MS)
  // Also resumes the process after a case that failed early.
  afterEach(() => process.kill(victim.pid, "SIGCONT"))
  afterAll(() => Promise.all(victims.map((startedVictim) => startedVictim.kill())))

  it.each(CASES)(
    "moves the money at most once when another process takes over (%s, paused after: %s)",
    async (name, moment) => {
      const operation = KILLED_OPERATIONS.find((candidate) => candidate.name === name)
      if (!operation) throw new Error(`There is no operation ${name}`)
      const stage = await operation.prepare()
      const request = await createTrackedRequest(victim, { moment, action: "stop" })
      const outcome = stage.actAt(request).then(
        () => "answered",
        () => "refused"
      )
      await eventually(async () => expect((await request.read()).effects).toContain(moment))
      await recoverAndFinish(stage)
      process.kill(victim.pid, "SIGCONT")
      printLine(`  ${name}, stopped after "${moment}": ${await outcome} when it went on`)
      await advanceTime(stage.cartId, 10)
      await stabilizeCart(stage.cartId)
      await recoverAndFinish(stage)
      const { settleCount, refundCount } = await simulator.application(String(stage.token))
      expect(Math.max(settleCount, refundCount)).toBeLessThanOrEqual(1)
    },
    PROOF_TIMEOUT_MS
  )
})
