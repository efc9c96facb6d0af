import { setTimeout as sleep } from "node:timers/promises"

/** `everyMs`: between two attempts; what is nearly so already is asked for sooner. */
export type Patience = { timeoutMs?: number; everyMs?: number }

const FIRST_PAUSE_MS = 20

/**
 * Repeats `attempt` until it neither throws nor fails an expectation, and returns what it returned.
 * @throws what the last attempt threw, once the time (a minute by default) is up
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 200 }: Patience = {}
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
