import { eventually } from "../../../tooling/clients/eventually"
import { harness } from "../../store/harness"
import { comeToRest } from "../come-to-rest"
import { letTimePass } from "../let-time-pass"
import { PROOF_PATIENCE, proofOptions, say } from "../proof-options"
import { KILLED_OPERATIONS } from "./killed-operations"
import { takeOver } from "./take-over"
import { errandAt, startVictim, type Victim, victims } from "./victim"

const { simulator } = harness()

/** Right before the call: the intent is written, the lease renewed, the call not sent. */
const PROLONGED = "update financing_lease"
const CHECKED = "getStatus answered"

const ALL: [operation: string, moment: string][] = ["capture", "refund", "refund-part"].flatMap(
  (name): [string, string][] => [
    [name, PROLONGED],
    [name, CHECKED],
  ]
)
const CASES = proofOptions().all ? ALL : ALL.filter(([, moment]) => moment === PROLONGED)

describe("A process that is paused right before its call for longer than its lease lasts (H2)", () => {
  let victim: Victim

  beforeAll(async () => {
    victim = await startVictim()
  }, PROOF_PATIENCE)
  // Also resumes the process after a case that failed early.
  afterEach(() => process.kill(victim.pid, "SIGCONT"))
  afterAll(() => Promise.all(victims.map((one) => one.kill())))

  it.each(CASES)(
    "moves the money at most once when another process takes over (%s, paused after: %s)",
    async (name, moment) => {
      const operation = KILLED_OPERATIONS.find((one) => one.name === name)
      if (!operation) throw new Error(`There is no operation ${name}`)
      const stage = await operation.prepare()
      const errand = await errandAt(victim, { moment, deed: "stop" })
      const acting = stage.actAt(errand).then(
        () => "answered",
        () => "refused"
      )
      await eventually(async () => expect((await errand.read()).effects).toContain(moment))
      await takeOver(stage)
      process.kill(victim.pid, "SIGCONT")
      say(`  ${name}, stopped after "${moment}": ${await acting} when it went on`)
      await letTimePass(stage.cartId, 10)
      await comeToRest(stage.cartId)
      await takeOver(stage)
      const { settleCount, refundCount } = await simulator.application(String(stage.token))
      expect(Math.max(settleCount, refundCount)).toBeLessThanOrEqual(1)
    },
    PROOF_PATIENCE
  )
})
