import { setTimeout as sleep } from "node:timers/promises"
import { createHarness } from "../../store/harness"
import { PROOF_TIMEOUT_MS, readProofOptions } from "../proof-options"
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy"
import { CALLING_OPERATIONS } from "./killed-operations"
import { delayAnswers, waitForAnswering } from "./slow-service"
import { recoverAndFinish } from "./recover"
import { createTrackedRequest, startVictim, type Victim, victims } from "./victim"

const { run, simulator } = createHarness()

const OUTAGE_MODES = readProofOptions().all ? (["cut", "hold"] as const) : (["cut"] as const)

/** Milliseconds: longer than any answer under way takes. */
const OUTAGE_MS = 8_000

describe("A database that is down between a call and its record (H3)", () => {
  let proxy: DatabaseProxy
  let victim: Victim

  beforeAll(async () => {
    proxy = await startDatabaseProxy(run.databaseUrl)
    victim = await startVictim({ databaseUrl: proxy.url })
  }, PROOF_TIMEOUT_MS)

  afterEach(() => simulator.clearFaults())
  afterAll(async () => {
    await Promise.all(victims.map((startedVictim) => startedVictim.kill()))
    await proxy.close()
  })

  it.each(OUTAGE_MODES)(
    "leaves Medusa and the service in agreement, and nothing stuck, once it is back (%s)",
    async (mode) => {
      const runs = await Promise.all(
        CALLING_OPERATIONS.map(async ({ prepare }) => {
          const stage = await prepare()
          await delayAnswers(stage, 25)
          return { stage, errand: await createTrackedRequest(victim) }
        })
      )
      const actions = runs.map(({ stage, errand }) => stage.actAt(errand).catch(() => undefined))
      await waitForAnswering(runs.map(({ stage }) => stage))
      proxy[mode]()
      await sleep(OUTAGE_MS)
      proxy.mend()
      await Promise.all(actions)
      await simulator.clearFaults()
      for (const { stage } of runs) await recoverAndFinish(stage)
    },
    PROOF_TIMEOUT_MS
  )
})
