type Close = () => Promise<void>

/** What was started and has to be stopped. */
export type Closing = {
  /** Remembers how to stop something; once everything is being stopped, stops it at once. */
  later: (close: Close) => void
  /** Stops everything, the youngest first. What cannot be stopped does not keep the rest running. */
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
