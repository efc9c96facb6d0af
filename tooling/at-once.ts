/** Runs the tasks, `count` at a time. Rejects when one of them rejects. */
export async function atOnce(errands: (() => Promise<void>)[], count: number): Promise<void> {
  const waiting = [...errands]
  const worker = async () => {
    for (let errand = waiting.shift(); errand; errand = waiting.shift()) await errand()
  }
  await Promise.all(Array.from({ length: count }, worker))
}
