import { setImmediate } from "node:timers/promises"
import type { ProofOptions } from "../../proofs/proof-options"

/**
 * Yields the numbers of the bodies. Yields to the event loop every thousand, because Jest prints a test's
 * output only then.
 */
export async function* generateNumbers({ from, bodies }: ProofOptions): AsyncGenerator<number> {
  for (let n = from; n < from + bodies; n += 1) {
    if (n % 1_000 === 0) await setImmediate()
    yield n
  }
}
