/** Samples in milliseconds, by name. */
export type Times = Map<string, number[]>

/** Runs `act` and records its duration under `name`. */
export async function recordDuration<Answer>(
  times: Times,
  name: string,
  act: () => Promise<Answer>
): Promise<Answer> {
  const before = performance.now()
  const answer = await act()
  times.set(name, [...(times.get(name) ?? []), performance.now() - before])
  return answer
}
