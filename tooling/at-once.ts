/** Runs the errands, so many at once; each one's failure is its own business. */
export async function atOnce(errands: (() => Promise<void>)[], count: number): Promise<void> {
  const waiting = [...errands]
  const worker = async () => {
    for (let errand = waiting.shift(); errand; errand = waiting.shift()) await errand()
  }
  await Promise.all(Array.from({ length: count }, worker))
}
