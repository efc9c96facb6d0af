import { runConcurrently } from "../../../tooling/run-concurrently"
import { setTimeout as sleep } from "node:timers/promises"
import type { KilledOperation } from "./killed-operations"
import { recoverAndFinish } from "./recover"
import { type TrackedRequest, createTrackedRequest, type Interruption, type Victim } from "./victim"

/** An operation and the effect after which its process dies. */
export type Kill = { name: string; operation: KilledOperation; moment: string }

export type Verdict = {
  kill: Kill
  /** Whether it stopped at its moment. Otherwise it finished earlier, or the final SIGKILL ended it. */
  died: boolean
  /** Names of the effects that happened, in order. */
  effects: string[]
  /** The violated expectation. */
  error?: Error
}

/** Milliseconds without an effect after which an operation counts as ended. */
const QUIET_MS = 4_000
const MAX_WAIT_MS = 90_000

/** Waits until the request has died, or has finished with everything it triggered. */
async function waitForEnd(request: TrackedRequest, acting: Promise<unknown>): Promise<void> {
  let isAnswered = false
  void acting.finally(() => (isAnswered = true)).catch(() => undefined)
  const giveUpAt = Date.now() + MAX_WAIT_MS
  let last = { count: -1, at: Date.now() }
  while (Date.now() < giveUpAt) {
    const { effects, diedAt } = await request.read()
    if (diedAt !== null) return
    if (effects.length !== last.count || !isAnswered)
      last = { count: effects.length, at: Date.now() }
    if (Date.now() - last.at > QUIET_MS) return
    await sleep(100)
  }
}

/** Prepares one operation at a victim. Its answer is ignored, because the process dies. */
export async function prepareOperation(
  { operation, interruption }: OperationInput,
  victim: Victim
) {
  const stage = await operation.prepare()
  const errand = await createTrackedRequest(victim, interruption)
  return {
    stage,
    errand,
    act: async () => {
      const acting = stage.actAt(errand).catch(() => undefined)
      await waitForEnd(errand, acting)
    },
  }
}

type OperationInput = { operation: KilledOperation; interruption?: Interruption }

/**
 * Runs several operations in one process, each stopped after its own effect. Then kills the process (SIGKILL), and the
 * worker's own store takes over.
 */
export async function runKills(victim: Victim, kills: Kill[]): Promise<Verdict[]> {
  const prepared: (Awaited<ReturnType<typeof prepareOperation>> & { kill: Kill })[] = []
  // At most three at once: on a busy machine, core's lock times out when more carts are completed together.
  const preparations = kills.map((kill) => async () => {
    const { operation, moment } = kill
    prepared.push({
      kill,
      ...(await prepareOperation({ operation, interruption: { moment, action: "die" } }, victim)),
    })
  })
  await runConcurrently(preparations, 3)
  await Promise.all(prepared.map(({ act }) => act()))
  await victim.kill("SIGKILL")
  return await Promise.all(
    prepared.map(async ({ kill, stage, errand }) => {
      const { diedAt, effects } = await errand.read()
      const verdict = { kill, died: diedAt !== null, effects }
      try {
        await recoverAndFinish(stage)
        return verdict
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        return { ...verdict, error }
      }
    })
  )
}
