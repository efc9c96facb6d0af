import { type ProofOptions, readProofOptions, printLine } from "../../proofs/proof-options"

const PROGRESS_INTERVAL_MS = 10_000
const MAX_SHOWN = 5

export type Tally = {
  /** Counts one body. */
  recordOutcome: (outcome: "accepted" | "refused") => void
  /** Records that body number `n` (from 1) was handled incorrectly. */
  recordViolation: (n: number, what: string) => void
  /** Prints the parser's summary. @throws when there were violations */
  close: () => void
}

/** Creates a counter of a parser's outcomes that prints its progress. */
export function createTally(
  name: string,
  { bodies, from, seed }: ProofOptions = readProofOptions()
): Tally {
  const counted = { accepted: 0, refused: 0 }
  const violations: string[] = []
  let nextProgressAt = performance.now() + PROGRESS_INTERVAL_MS
  return {
    recordOutcome: (outcome) => {
      counted[outcome] += 1
      if (performance.now() < nextProgressAt) return
      nextProgressAt = performance.now() + PROGRESS_INTERVAL_MS
      printLine(`  … ${name}: ${counted.accepted + counted.refused} of ${bodies} bodies`)
    },
    recordViolation: (n, what) => {
      violations.push(`${name}, body ${n}: ${what}`)
      if (violations.length > MAX_SHOWN) return
      printLine(`  ✘ ${violations.at(-1)}`)
      printLine(`    again: npm run fuzz -- --seed ${seed} --from ${n} --bodies 1`)
    },
    close: () => {
      const { accepted, refused } = counted
      const total = `${accepted + refused} bodies from ${from}`
      printLine(
        `  ${violations.length === 0 ? "✔" : "✘"} ${name}: ${total} (seed ${seed}), ` +
          `${accepted} accepted, ${refused} refused, ${violations.length} violations`
      )
      if (violations.length > 0) throw new Error(violations.slice(0, MAX_SHOWN).join("\n"))
    },
  }
}
