/** Milliseconds that each thing took, by its name. */
export type Times = Map<string, number[]>

/** Does something and notes how long it took. */
export async function timed<Answer>(
  times: Times,
  name: string,
  act: () => Promise<Answer>
): Promise<Answer> {
  const before = performance.now()
  const answer = await act()
  times.set(name, [...(times.get(name) ?? []), performance.now() - before])
  return answer
}
