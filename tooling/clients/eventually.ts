import { setTimeout as sleep } from "node:timers/promises"

/** `everyMs`: the longest pause between two attempts; the first pauses are shorter. */
export type RetryOptions = { timeoutMs?: number; everyMs?: number }

const FIRST_PAUSE_MS = 20

/**
 * Repeats `attempt` until it does not throw. @returns its result
 * @throws the last attempt's error after the timeout (a minute by default)
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 200 }: RetryOptions = {}
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await sleep(Math.min(pause, everyMs))
  }
}
