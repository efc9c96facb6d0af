import { setTimeout as sleep } from "node:timers/promises"
import { createHarness } from "../../store/harness"
import { PROOF_TIMEOUT_MS, readProofOptions } from "../proof-options"
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy"
import { CALLING_OPERATIONS } from "./killed-operations"
import { delayAnswers, waitForAnswering } from "./slow-service"
import { recoverAndFinish } from "./recover"
import { createTrackedRequest, startVictim, type Victim, victims } from "./victim"

const { run, simulator } = createHarness()

const AWAY = readProofOptions().all ? (["cut", "hold"] as const) : (["cut"] as const)

/** Milliseconds: longer than any answer under way takes. */
const AWAY_FOR = 8_000

describe("A database that is down between a call and its record (H3)", () => {
  let wire: DatabaseProxy
  let victim: Victim

  beforeAll(async () => {
    wire = await startDatabaseProxy(run.databaseUrl)
    victim = await startVictim({ databaseUrl: wire.url })
  }, PROOF_TIMEOUT_MS)

  afterEach(() => simulator.clearFaults())
  afterAll(async () => {
    await Promise.all(victims.map((one) => one.kill()))
    await wire.close()
  })

  it.each(AWAY)(
    "leaves Medusa and the service in agreement, and nothing stuck, once it is back (%s)",
    async (manner) => {
      const begun = await Promise.all(
        CALLING_OPERATIONS.map(async ({ prepare }) => {
          const stage = await prepare()
          await delayAnswers(stage, 25)
          return { stage, errand: await createTrackedRequest(victim) }
        })
      )
      const acting = begun.map(({ stage, errand }) => stage.actAt(errand).catch(() => undefined))
      await waitForAnswering(begun.map(({ stage }) => stage))
      wire[manner]()
      await sleep(AWAY_FOR)
      wire.mend()
      await Promise.all(acting)
      await simulator.clearFaults()
      for (const { stage } of begun) await recoverAndFinish(stage)
    },
    PROOF_TIMEOUT_MS
  )
})
