import { performance } from "node:perf_hooks"

/** Runs a step that may take a while, telling whoever watches what goes on and how long it took. */
export type Progress = <T>(title: string, work: () => Promise<T>) => Promise<T>

const HEARTBEAT_SECONDS = 10

/** A duration for people: "850 ms", "12.3 s". @param since a reading of `performance.now()` */
export function elapsed(since: number): string {
  const milliseconds = performance.now() - since
  return milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`
}

/** Past jest, which would add where each line came from. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Progress as lines on the terminal: the start, a sign of life every ten seconds, the end. */
export const consoleProgress: Progress = async (title, work) => {
  const started = performance.now()
  say(`  … ${title}`)
  const heartbeat = setInterval(
    () => say(`    still at it after ${elapsed(started)}: ${title}`),
    HEARTBEAT_SECONDS * 1_000
  )
  try {
    const result = await work()
    say(`  ✔ ${title} (${elapsed(started)})`)
    return result
  } catch (error) {
    say(`  ✘ ${title} (${elapsed(started)})`)
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

export const silentProgress: Progress = (_title, work) => work()
