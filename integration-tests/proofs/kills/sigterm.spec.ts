import { createHarness } from "../../store/harness"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "../proof-options"
import { CALLING_OPERATIONS } from "./killed-operations"
import { delayAnswers, waitForAnswering } from "./slow-service"
import { recoverAndFinish } from "./recover"
import { createTrackedRequest, startVictim, victims } from "./victim"

const { simulator } = createHarness()

describe("A store that receives SIGTERM while it is busy (H4)", () => {
  afterEach(() => simulator.clearFaults())
  afterAll(() => Promise.all(victims.map((victim) => victim.kill())))

  it(
    "loses no call under way: each is finished or in doubt",
    async () => {
      const victim = await startVictim()
      const repeats = readProofOptions().all ? 4 : 2
      const operations = Array.from({ length: repeats }, () => CALLING_OPERATIONS).flat()
      const runs = await Promise.all(
        operations.map(async ({ prepare }) => {
          const stage = await prepare()
          await delayAnswers(stage, 25)
          return { stage, errand: await createTrackedRequest(victim) }
        })
      )
      const actions = runs.map(({ stage, errand }) =>
        stage.actAt(errand).then(
          () => true,
          () => false
        )
      )
      await waitForAnswering(runs.map(({ stage }) => stage))
      const stoppedAt = performance.now()
      await victim.stop()
      const seconds = ((performance.now() - stoppedAt) / 1000).toFixed(1)
      const finishedCount = (await Promise.all(actions)).filter(Boolean).length
      printLine(
        `\nSIGTERM: ${finishedCount} of ${operations.length} were answered, ended after ${seconds} s`
      )
      await simulator.clearFaults()
      for (const { stage } of runs) await recoverAndFinish(stage)
    },
    PROOF_TIMEOUT_MS
  )
})
