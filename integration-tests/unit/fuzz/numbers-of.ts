import { setImmediate } from "node:timers/promises"
import type { ProofOptions } from "../../proofs/proof-options"

/**
 * The numbers of the bodies, one after the other. Lets go now and then: jest shows what a test says
 * only when the test is not computing.
 */
export async function* numbersOf({ from, bodies }: ProofOptions): AsyncGenerator<number> {
  for (let n = from; n < from + bodies; n += 1) {
    if (n % 1_000 === 0) await setImmediate()
    yield n
  }
}
