import { setTimeout as sleep } from "node:timers/promises"

/**
 * Runs a task one at a time per key; whatever asks for it while it runs is served by one more run
 * after it, with what was given last, and has what that run answered. A flood about one application
 * costs two runs, not one each; one that goes on costs a run in every `pauseMs`. A run that fails rejects for
 * everyone who waits for it, and the next who asks begins again.
 *
 * @param pauseMs milliseconds between a run and the one that was asked for meanwhile
 */
export function coalesce<Input, Answer>(
  keyOf: (input: Input) => string,
  run: (input: Input) => Promise<Answer>,
  pauseMs = 0
): (input: Input) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const askedAgain = new Map<string, Input>()

  const takeNext = (key: string): Input | undefined => {
    const input = askedAgain.get(key)
    askedAgain.delete(key)
    return input
  }

  const runUntilQuiet = async (key: string, first: Input): Promise<Answer> => {
    // Begun only once it is known to be running; forgotten in the same moment as it finds nothing
    // more to do. Between the two nobody who asks can be missed.
    await Promise.resolve()
    try {
      let answer = await run(first)
      while (askedAgain.has(key)) {
        if (pauseMs > 0) await sleep(pauseMs)
        answer = await run(takeNext(key) as Input)
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
