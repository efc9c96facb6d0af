import { performance } from "node:perf_hooks"

/** Runs a step and reports its progress and duration. */
export type Progress = <T>(title: string, work: () => Promise<T>) => Promise<T>

const HEARTBEAT_SECONDS = 10

/** Formats the time elapsed since a reading of `performance.now()`, such as "850 ms" or "12.3 s". */
export function formatElapsed(since: number): string {
  const milliseconds = performance.now() - since
  return milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`
}

/** Prints a line without the source location that Jest adds to `console.log`. */
function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Reports progress on the terminal: the start, a line every ten seconds, and the end. */
export const consoleProgress: Progress = async (title, work) => {
  const started = performance.now()
  printLine(`  … ${title}`)
  const heartbeat = setInterval(
    () => printLine(`    still running after ${formatElapsed(started)}: ${title}`),
    HEARTBEAT_SECONDS * 1_000
  )
  try {
    const result = await work()
    printLine(`  ✔ ${title} (${formatElapsed(started)})`)
    return result
  } catch (error) {
    printLine(`  ✘ ${title} (${formatElapsed(started)})`)
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

export const silentProgress: Progress = (_title, work) => work()
