/**
 * Runs `work` once for everybody who asks while it runs. Nothing outlives the run: a rejection
 * reaches those who waited and is then forgotten (D7).
 */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}
