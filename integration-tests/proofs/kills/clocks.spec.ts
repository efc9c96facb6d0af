import path from "node:path"
import { ROOT } from "../../../tooling/paths"
import { createHarness } from "../../store/harness"
import { listApplications, reconcile } from "../../store/plugin-records"
import type { PreparedJourney } from "../journeys/journey"
import { PROOF_TIMEOUT_MS, readProofOptions } from "../proof-options"
import { CALLING_OPERATIONS, KILLED_OPERATIONS } from "./killed-operations"
import { delayAnswers, waitForAnswering } from "./slow-service"
import { recoverStage, recoverAndFinish } from "./recover"
import { createTrackedRequest, startVictim, victims } from "./victim"

const { simulator } = createHarness()

const CLOCK = path.join(ROOT, "tooling", "store-clock.cjs")
const HOUR = 3_600

/** Seconds that one process is ahead of the other. */
const SKEWS = readProofOptions().all ? [HOUR, -HOUR] : [-HOUR]

describe("Two processes whose clocks differ by an hour (H1)", () => {
  afterEach(() => simulator.clearFaults())
  afterAll(() => Promise.all(victims.map((victim) => victim.kill())))

  it.each(SKEWS)(
    "do each operation once while the other process reconciles and repeats it (%s s)",
    async (seconds) => {
      const env = { STORE_CLOCK_AHEAD_SECONDS: String(seconds) }
      const victim = await startVictim({ preload: [CLOCK], env })
      const begun = await Promise.all(
        KILLED_OPERATIONS.map(async (operation) => {
          const stage = await operation.prepare()
          await delayAnswers(stage, 40)
          const isCalling = CALLING_OPERATIONS.includes(operation)
          return { isCalling, stage, errand: await createTrackedRequest(victim) }
        })
      )
      const acting = begun.map(({ stage, errand }) => isDone(stage.actAt(errand)))
      const calling = begun.filter(({ isCalling }) => isCalling)
      await waitForAnswering(calling.map(({ stage }) => stage))
      // By the other process's clock, this call may be long over or not begun yet.
      const meddled = await Promise.all(
        begun.map(async ({ isCalling, stage }) => isCalling && (await meddle(stage)))
      )
      const acted = await Promise.all(acting)
      await simulator.clearFaults()
      for (const [index, { stage }] of begun.entries()) {
        // After two confirmed refunds there is nothing to finish.
        await (acted[index] && meddled[index] ? recoverStage(stage) : recoverAndFinish(stage))
      }
      await victim.kill()
    },
    PROOF_TIMEOUT_MS
  )

  /** Reconciles and repeats the operation in the other process. Returns whether the repeat succeeded. */
  async function meddle({ cartId, retry }: PreparedJourney): Promise<boolean> {
    const applications = await listApplications(cartId)
    for (const { id } of applications) await reconcile(id)
    return await isDone(retry())
  }
})

/** Core and the plugin may refuse one of two simultaneous operations. */
const isDone = (deed: Promise<unknown>): Promise<boolean> =>
  deed.then(
    () => true,
    () => false
  )
