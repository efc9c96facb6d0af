import { randomBytes } from "node:crypto"
import { findSecrets, listenForSecrets } from "./find-secrets"
import { playHistories } from "./model/run-histories"
import type { Tally } from "./model/tally"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "./proof-options"

const options = readProofOptions()

/** Planted into every history: a unique name and street. */
const marker = randomBytes(6).toString("hex")
const canary = { firstName: `Canary${marker}`, street: `${marker} Canary Street` }

function printSummary(tally: Tally, hits: string[]): void {
  const { histories, seconds, steps, faultsDrawn, faultsHit, crashes, postbacks, failures } = tally
  const flowLines = Object.entries(tally.flows).map(
    ([flow, { histories: historyCount, applied, signed, paid, captured }]) =>
      `  ${flow}: ${historyCount} histories, ${applied} applied, ${signed} signed, ${paid} paid for, ${captured} captured`
  )
  const modeCounts = Object.entries(postbacks).map(([mode, count]) => `${mode} ${count}`)
  printLine(
    [
      `Model: ${histories} histories from seed ${options.seed} in ${Math.round(seconds)} s, ${(histories / seconds).toFixed(2)} per second`,
      `  ${steps} steps, ${faultsDrawn} faults drawn, ${faultsHit} hit, ${crashes} crashes`,
      ...flowLines,
      `  postbacks: ${modeCounts.join(", ")}`,
      `  ${failures.length} violations, ${hits.length} canary hits`,
    ].join("\n")
  )
}

describe("Random histories of shoppers, merchants, postbacks, portal, faults and crashes", () => {
  it(
    "end in agreement or in a review case (I1–I10, I12)",
    async () => {
      await listenForSecrets()
      const tally = await playHistories(options, canary)
      const hits = await findSecrets({ planted: Object.values(canary) })
      printSummary(tally, hits)
      expect(hits).toEqual([])
      const seeds = tally.failures.map(({ seed }) => seed)
      expect(seeds.map((seed) => `npm run simulate -- --runs 1 --seed ${seed}`)).toEqual([])
    },
    PROOF_TIMEOUT_MS
  )
})
