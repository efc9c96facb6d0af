import { setTimeout as sleep } from "node:timers/promises"
import { userError } from "../../../translation/user-error"

/**
 * Waits up to `seconds` for work of core, then throws a message and abandons it. A core workflow can hang for good
 * after a database error, and a waiting caller would block others.
 */
export async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const tooLong = sleep(seconds * 1000, undefined, { signal: over.signal, ref: false }).then(() => {
    throw userError(`Medusa did not end it within ${seconds} seconds.`)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    over.abort()
  }
}
