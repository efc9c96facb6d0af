import { type ProofOptions, readProofOptions, printLine } from "../../proofs/proof-options"

const NEWS_EVERY_MS = 10_000
const MOST_SHOWN = 5

export type Tally = {
  /** Counts one body. */
  count: (outcome: "accepted" | "refused") => void
  /** Records that body number `n` (from 1) was handled incorrectly. */
  violation: (n: number, what: string) => void
  /** Prints the parser's summary. @throws when there were violations */
  close: () => void
}

/** Creates a counter of a parser's outcomes that prints its progress. */
export function tallyOf(
  name: string,
  { bodies, from, seed }: ProofOptions = readProofOptions()
): Tally {
  const counted = { accepted: 0, refused: 0 }
  const violations: string[] = []
  let news = performance.now() + NEWS_EVERY_MS
  return {
    count: (outcome) => {
      counted[outcome] += 1
      if (performance.now() < news) return
      news = performance.now() + NEWS_EVERY_MS
      printLine(`  … ${name}: ${counted.accepted + counted.refused} of ${bodies} bodies`)
    },
    violation: (n, what) => {
      violations.push(`${name}, body ${n}: ${what}`)
      if (violations.length > MOST_SHOWN) return
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
      if (violations.length > 0) throw new Error(violations.slice(0, MOST_SHOWN).join("\n"))
    },
  }
}
