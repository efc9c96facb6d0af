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
const AT_ONCE = 8

/** An operation that ended before its kill shows this share of its effects: a few vary from run to run. */
const DONE_AT_LEAST = 0.75

const options = readProofOptions()

describe("A store that is killed between any two of its effects", () => {
  const verdicts: Verdict[] = []
  let counted: OperationEffects[] = []

  beforeAll(async () => {
    await listenForSecrets()
    if (options.all) counted = await listOperationEffects(await startVictim())
    const kills = options.all ? listAllKills(counted, options) : listWorstKills()
    printLine(`\n${kills.length} kills, seed ${options.seed}`)
    // The next process starts while the last one's operations are recovered.
    let spare = startVictim()
    for (const batch of batchesOf(kills)) {
      const victim = await spare
      const isLast = batch.at(-1) === kills.at(-1)
      spare = isLast ? spare : startVictim()
      verdicts.push(...(await runKills(victim, batch)))
      printProgress(verdicts, kills.length)
    }
    const spared = verdicts.filter(({ died }) => !died)
    for (const { kill } of spared) {
      verdicts.push(...(await runKills(await startVictim(), [kill])))
      printProgress(verdicts, kills.length + spared.length)
    }
    printReport(verdicts, counted)
  }, PROOF_TIMEOUT_MS)

  afterAll(() => Promise.all(victims.map((victim) => victim.kill())))

  it("leaves Medusa and the service in agreement, and nothing stuck (B13, I1–I6, I12)", () => {
    const broken = verdicts.filter(({ error }) => error)
    const [first] = broken
    if (!first) return
    const list = broken.map(
      (one) => `${one.kill.name} (${describeEnd(one)})\n${one.error?.message}`
    )
    throw new Error(
      `${broken.length} violations:\n${list.join("\n\n")}\n\nOne alone: npm run simulate:kills -- --only "${first.kill.name}"`
    )
  })

  it("dies at the chosen effect", () => {
    expect(verdicts).not.toEqual([])
    // Takes the last verdict on each kill: one that missed its effect was repeated alone.
    const last = [...new Map(verdicts.map((one) => [one.kill.name, one])).values()]
    const elsewhere = last.filter(({ kill, died, effects }) => {
      if (died) return false
      const course = counted.find(({ operation }) => operation === kill.operation)?.effects ?? []
      return course.length === 0 || effects.length < course.length * DONE_AT_LEAST
    })
    expect(elsewhere.map((one) => `${one.kill.name} ${describeEnd(one)}`)).toEqual([])
  })

  it(
    "leaks no secret (I10)",
    () => expectNoSecrets({ logFiles: victims.map(({ logFile }) => logFile) }),
    PROOF_TIMEOUT_MS
  )
})

function batchesOf(kills: Kill[]): Kill[][] {
  const count = Math.ceil(kills.length / AT_ONCE)
  return Array.from({ length: count }, (_, i) => kills.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
}
