import { setTimeout as sleep } from "node:timers/promises"

export type Patience = { timeoutMs?: number; everyMs?: number }

/**
 * Repeats `attempt` until it neither throws nor fails an expectation, and returns what it returned.
 * @throws what the last attempt threw, once the time (a minute by default) is up
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 200 }: Patience = {}
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await sleep(everyMs)
  }
}
