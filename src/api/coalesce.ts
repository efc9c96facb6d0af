import { setTimeout as sleep } from "node:timers/promises"

/**
 * Runs a task one at a time per key. Requests during a run share one further run with the latest input, and get its
 * answer. A burst about one application costs two runs; a continuous one costs a run every `pauseMs`. A failed run
 * rejects for all its waiters, and the next request starts again.
 * @param pauseMs milliseconds between a run and the one requested during it
 */
export function coalesce<Input, Answer>(
  keyOf: (input: Input) => string,
  run: (input: Input) => Promise<Answer>,
  pauseMs = 0
): (input: Input) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const askedAgain = new Map<string, Input>()

  const runUntilQuiet = async (key: string, first: Input): Promise<Answer> => {
    // Starts after it is registered, and unregisters at once when no request is left, so that none is missed.
    await Promise.resolve()
    try {
      let answer = await run(first)
      while (askedAgain.has(key)) {
        if (pauseMs > 0) await sleep(pauseMs)
        const latest = askedAgain.get(key) as Input
        askedAgain.delete(key)
        answer = await run(latest)
      }
      return answer
    } finally {
      running.delete(key)
      askedAgain.delete(key)
    }
  }

  return async (input) => {
    const key = keyOf(input)
    const current = running.get(key)
    if (current) {
      askedAgain.set(key, input)
      return await current
    }
    const begun = runUntilQuiet(key, input)
    running.set(key, begun)
    return await begun
  }
}
