import { expectNoSecrets } from "./expect-no-secrets"
import { listenForSecrets } from "./find-secrets"
import { countEffects, type Effects, everyKill, worstKills } from "./kills/choose-kills"
import { print, tell } from "./kills/report"
import { type Kill, runKills, type Verdict } from "./kills/run-kills"
import { startVictim, victims } from "./kills/victim"
import { PROOF_PATIENCE, proofOptions, say } from "./proof-options"

/** Operations that die with one process. */
const AT_ONCE = 8

/** One of so many effects may have been missing when its turn came. */
const FEWER_AT_MOST = 8

const options = proofOptions()

describe("A store that is killed between any two of its effects", () => {
  const verdicts: Verdict[] = []
  let counted: Effects[] = []

  beforeAll(async () => {
    await listenForSecrets()
    if (options.all) counted = await countEffects(await startVictim())
    const kills = options.all ? everyKill(counted, options) : worstKills()
    say(`\n${kills.length} kills, seed ${options.seed}`)
    // The next process starts while the last one's affairs are put in order.
    let spare = startVictim()
    for (const batch of batchesOf(kills)) {
      const victim = await spare
      const isLast = batch.at(-1) === kills.at(-1)
      spare = isLast ? spare : startVictim()
      verdicts.push(...(await runKills(victim, batch)))
      tell(verdicts, kills.length)
    }
    print(verdicts, counted)
  }, PROOF_PATIENCE)

  afterAll(() => Promise.all(victims.map((victim) => victim.kill())))

  it("leaves both worlds in agreement, and nothing wedged (B13, I1–I6, I12)", () => {
    const broken = verdicts.filter(({ error }) => error)
    const [first] = broken
    if (!first) return
    const list = broken.map(({ kill, diedAt, error }) => {
      return `${kill.name} (${diedAt ?? "done before"})\n${error?.message}`
    })
    throw new Error(
      `${broken.length} violations:\n${list.join("\n\n")}\n\nOne alone: npm run simulate:kills -- --only "${first.kill.name}"`
    )
  })

  it("dies where it was to die", () => {
    const spared = verdicts.filter(({ diedAt }) => diedAt === null).map(({ kill }) => kill.name)
    expect(verdicts).not.toEqual([])
    for (const { operation, effects } of counted) {
      // What an operation sets going has an effect less now and then than when they were counted.
      const most = Math.ceil(effects.length / FEWER_AT_MOST)
      expect(effects).not.toEqual([])
      expect(
        spared.filter((name) => name.startsWith(`${operation.name}@`)).length
      ).toBeLessThanOrEqual(most)
    }
    if (!options.all) expect(spared).toEqual([])
  })

  it(
    "lets no secret out (I10)",
    () => expectNoSecrets({ logFiles: victims.map(({ logFile }) => logFile) }),
    PROOF_PATIENCE
  )
})

function batchesOf(kills: Kill[]): Kill[][] {
  const count = Math.ceil(kills.length / AT_ONCE)
  return Array.from({ length: count }, (_, i) => kills.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
}
