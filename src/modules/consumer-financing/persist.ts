import { setTimeout as sleep } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"

/** Milliseconds between tries: a database that fails over is back within seconds. */
const PAUSES = [200, 500, 1_000, 2_000, 4_000, 8_000]

/** Milliseconds. A try may take long on its own; the leases that are held meanwhile allow for a minute. */
const LONGEST = 20_000

/**
 * Writes down what nobody but this process knows, such as a token that the service has just answered,
 * also where the database is away for a moment. Rethrows the last error once that takes too long, and at
 * once what Medusa knows for a refusal of the data. `write` has to be harmless when it is repeated: what failed
 * may have been committed.
 */
export async function persist<Result>(write: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  for (const pause of PAUSES) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof MedusaError || performance.now() - begun + pause > LONGEST) {
        throw error
      }
      await sleep(pause)
    }
  }
  return await write()
}
