import { setTimeout as sleep } from "node:timers/promises"

/** Milliseconds between tries: a database that fails over is back within seconds. */
const PAUSES = [200, 500, 1_000, 2_000, 4_000, 8_000]

/**
 * Writes down what nobody but this process knows, such as a token that the service has just answered,
 * also where the database is away for a moment. Rethrows the last error after about 16 seconds, less than a lease
 * allows for. `write` has to be harmless when it is repeated: what failed may have been committed.
 */
export async function persist<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const pause of PAUSES) {
    try {
      return await write()
    } catch {
      await sleep(pause)
    }
  }
  return await write()
}
