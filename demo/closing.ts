type Close = () => Promise<void>

/** Cleanup functions of everything that the demo started. */
export type Closing = {
  /** Registers a cleanup function. Runs it immediately once shutdown has started. */
  later: (close: Close) => void
  /** Runs all cleanup functions in reverse order. Logs failures and continues. */
  everything: () => Promise<void>
}

export function createClosing(): Closing {
  const open: Close[] = []
  let isClosing = false
  let lateOnes: Promise<void> = Promise.resolve()

  const quietly = async (close: Close): Promise<void> => {
    await close().catch((error: unknown) =>
      console.error(`  Not stopped cleanly: ${String(error)}`)
    )
  }
  return {
    later: (close) => {
      if (isClosing) lateOnes = lateOnes.then(() => quietly(close))
      else open.push(close)
    },
    everything: async () => {
      isClosing = true
      for (let close = open.pop(); close; close = open.pop()) await quietly(close)
      await lateOnes
    },
  }
}
