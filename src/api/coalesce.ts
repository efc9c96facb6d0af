/**
 * Runs a task one at a time per key; whatever asks for it while it runs is served by one more run
 * after it, with what was given last. A flood about one application costs two runs, not one each.
 */
export function coalesce<Input>(
  keyOf: (input: Input) => string,
  run: (input: Input) => Promise<void>
): (input: Input) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const askedAgain = new Map<string, Input>()

  const runUntilQuiet = async (key: string, first: Input) => {
    for (let input: Input | undefined = first; input !== undefined; input = askedAgain.get(key)) {
      askedAgain.delete(key)
      await run(input)
    }
  }

  return async (input) => {
    const key = keyOf(input)
    const current = running.get(key)
    if (current) {
      askedAgain.set(key, input)
      return await current
    }
    const begun = runUntilQuiet(key, input).finally(() => running.delete(key))
    running.set(key, begun)
    await begun
  }
}
