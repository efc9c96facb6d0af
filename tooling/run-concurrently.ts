/** Runs the tasks, `count` at a time. Rejects when one of them rejects. */
export async function runConcurrently(
  tasks: (() => Promise<void>)[],
  count: number
): Promise<void> {
  const queue = [...tasks]
  const runWorker = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) await task()
  }
  await Promise.all(Array.from({ length: count }, runWorker))
}
