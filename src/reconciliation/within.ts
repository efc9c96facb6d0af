import { setTimeout as sleep } from "node:timers/promises"
import { sentence } from "../translation/sentence"

/**
 * Waits so many seconds for something of core's to end, then throws a sentence and leaves it to itself:
 * a core workflow can hang for good when the database refuses what it writes, and whoever waits for it
 * keeps everybody else waiting.
 */
export async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const tooLong = sleep(seconds * 1000, undefined, { signal: over.signal, ref: false }).then(() => {
    throw sentence(`Medusa did not end it within ${seconds} seconds.`)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    over.abort()
  }
}
