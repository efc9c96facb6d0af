type Cleanup = () => Promise<void>

/** Cleanup functions of everything that the demo started. */
export type CleanupStack = {
  /** Registers a cleanup function. Runs it immediately once shutdown has started. */
  add: (close: Cleanup) => void
  /** Runs all cleanup functions in reverse order. Logs failures and continues. */
  runAll: () => Promise<void>
}

export function createCleanupStack(): CleanupStack {
  const open: Cleanup[] = []
  let isRunning = false
  let lateCleanups: Promise<void> = Promise.resolve()

  const runCleanup = async (close: Cleanup): Promise<void> => {
    await close().catch((error: unknown) =>
      console.error(`  Not stopped cleanly: ${String(error)}`)
    )
  }
  return {
    add: (close) => {
      if (isRunning) lateCleanups = lateCleanups.then(() => runCleanup(close))
      else open.push(close)
    },
    runAll: async () => {
      isRunning = true
      for (let close = open.pop(); close; close = open.pop()) await runCleanup(close)
      await lateCleanups
    },
  }
}
