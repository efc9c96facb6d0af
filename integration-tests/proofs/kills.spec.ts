import { expectNoSecrets } from "./expect-no-secrets"
import { listenForSecrets } from "./find-secrets"
import {
  listOperationEffects,
  type OperationEffects,
  listAllKills,
  listWorstKills,
} from "./kills/choose-kills"
import { describeEnd, printReport, printProgress } from "./kills/report"
import { type Kill, runKills, type Verdict } from "./kills/run-kills"
import { startVictim, victims } from "./kills/victim"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "./proof-options"

/** Operations that die with one process. */
const BATCH_SIZE = 8

/** An operation that ended before its kill shows this share of its effects: a few vary from run to run. */
const MIN_EFFECT_SHARE = 0.75

const options = readProofOptions()

describe("A store that is killed between any two of its effects", () => {
  const verdicts: Verdict[] = []
  let operationEffects: OperationEffects[] = []

  beforeAll(async () => {
    await listenForSecrets()
    if (options.all) operationEffects = await listOperationEffects(await startVictim())
    const kills = options.all ? listAllKills(operationEffects, options) : listWorstKills()
    printLine(`\n${kills.length} kills, seed ${options.seed}`)
    // The next process starts while the last one's operations are recovered.
    let nextVictim = startVictim()
    for (const batch of splitBatches(kills)) {
      const victim = await nextVictim
      const isLast = batch.at(-1) === kills.at(-1)
      nextVictim = isLast ? nextVictim : startVictim()
      verdicts.push(...(await runKills(victim, batch)))
      printProgress(verdicts, kills.length)
    }
    const missed = verdicts.filter(({ died }) => !died)
    for (const { kill } of missed) {
      verdicts.push(...(await runKills(await startVictim(), [kill])))
      printProgress(verdicts, kills.length + missed.length)
    }
    printReport(verdicts, operationEffects)
  }, PROOF_TIMEOUT_MS)

  afterAll(() => Promise.all(victims.map((victim) => victim.kill())))

  it("leaves Medusa and the service in agreement, and nothing stuck (B13, I1–I6, I12)", () => {
    const violations = verdicts.filter(({ error }) => error)
    const [first] = violations
    if (!first) return
    const list = violations.map(
      (verdict) => `${verdict.kill.name} (${describeEnd(verdict)})\n${verdict.error?.message}`
    )
    throw new Error(
      `${violations.length} violations:\n${list.join("\n\n")}\n\nOne alone: npm run simulate:kills -- --only "${first.kill.name}"`
    )
  })

  it("dies at the chosen effect", () => {
    expect(verdicts).not.toEqual([])
    // Takes the last verdict on each kill: one that missed its effect was repeated alone.
    const lastVerdicts = [
      ...new Map(verdicts.map((verdict) => [verdict.kill.name, verdict])).values(),
    ]
    const misplaced = lastVerdicts.filter(({ kill, died, effects }) => {
      if (died) return false
      const expectedEffects =
        operationEffects.find(({ operation }) => operation === kill.operation)?.effects ?? []
      return (
        expectedEffects.length === 0 || effects.length < expectedEffects.length * MIN_EFFECT_SHARE
      )
    })
    expect(misplaced.map((verdict) => `${verdict.kill.name} ${describeEnd(verdict)}`)).toEqual([])
  })

  it(
    "leaks no secret (I10)",
    () => expectNoSecrets({ logFiles: victims.map(({ logFile }) => logFile) }),
    PROOF_TIMEOUT_MS
  )
})

function splitBatches(kills: Kill[]): Kill[][] {
  const count = Math.ceil(kills.length / BATCH_SIZE)
  return Array.from({ length: count }, (_, i) => kills.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE))
}
