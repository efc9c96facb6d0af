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

const CLOCK_PRELOAD = path.join(ROOT, "tooling", "store-clock.cjs")
const HOUR_SECONDS = 3_600

/** Seconds that one process is ahead of the other. */
const SKEWS = readProofOptions().all ? [HOUR_SECONDS, -HOUR_SECONDS] : [-HOUR_SECONDS]

describe("Two processes whose clocks differ by an hour (H1)", () => {
  afterEach(() => simulator.clearFaults())
  afterAll(() => Promise.all(victims.map((victim) => victim.kill())))

  it.each(SKEWS)(
    "do each operation once while the other process reconciles and repeats it (%s s)",
    async (seconds) => {
      const env = { STORE_CLOCK_AHEAD_SECONDS: String(seconds) }
      const victim = await startVictim({ preload: [CLOCK_PRELOAD], env })
      const runs = await Promise.all(
        KILLED_OPERATIONS.map(async (operation) => {
          const stage = await operation.prepare()
          await delayAnswers(stage, 40)
          const isCalling = CALLING_OPERATIONS.includes(operation)
          return { isCalling, stage, errand: await createTrackedRequest(victim) }
        })
      )
      const actions = runs.map(({ stage, errand }) => hasSucceeded(stage.actAt(errand)))
      const calling = runs.filter(({ isCalling }) => isCalling)
      await waitForAnswering(calling.map(({ stage }) => stage))
      // By the other process's clock, this call may be long over or not begun yet.
      const repeatResults = await Promise.all(
        runs.map(async ({ isCalling, stage }) => isCalling && (await repeatOperation(stage)))
      )
      const actionResults = await Promise.all(actions)
      await simulator.clearFaults()
      for (const [index, { stage }] of runs.entries()) {
        // After two confirmed refunds there is nothing to finish.
        await (actionResults[index] && repeatResults[index]
          ? recoverStage(stage)
          : recoverAndFinish(stage))
      }
      await victim.kill()
    },
    PROOF_TIMEOUT_MS
  )

  /** Reconciles and repeats the operation in the other process. Returns whether the repeat succeeded. */
  async function repeatOperation({ cartId, retry }: PreparedJourney): Promise<boolean> {
    const applications = await listApplications(cartId)
    for (const { id } of applications) await reconcile(id)
    return await hasSucceeded(retry())
  }
})

/** Core and the plugin may refuse one of two simultaneous operations. */
const hasSucceeded = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false
  )
