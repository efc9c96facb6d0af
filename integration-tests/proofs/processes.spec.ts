import { expectNoSecrets } from "./expect-no-secrets"
import { listenForSecrets } from "./find-secrets"
import { type RaceCount, formatReplayCommand, runTrials } from "./processes/run-trials"
import { startSides } from "./processes/sides"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "./proof-options"

const options = readProofOptions()

function printSummary(counts: RaceCount[]): void {
  const rows = counts.map(
    ({ kind, trials, refused, failures }) =>
      `  ${kind}: ${failures.length} wrong of ${trials}${refused > 0 ? ` (in ${refused} both were refused)` : ""}`
  )
  printLine(
    [
      `Two processes on one database, default locking, from seed ${options.seed}:`,
      ...rows,
      "  To compare: 23 of 100 completions went wrong without the plugin's own defence, which has no switch.",
    ].join("\n")
  )
}

describe("two store processes that run the same operation at the same moment (B4, C2, A6, A7, fact 18)", () => {
  it(
    "leave Medusa and the service in agreement, and do nothing twice (I1–I6, I12)",
    async () => {
      await listenForSecrets()
      const { sides, other } = await startSides()
      const counts = await runTrials(options, sides)
      printSummary(counts)
      const failures = counts.flatMap((count) => count.failures)
      await expectNoSecrets({ logFiles: [other.logFile] })
      expect(failures.map(formatReplayCommand)).toEqual([])
    },
    PROOF_TIMEOUT_MS
  )
})
