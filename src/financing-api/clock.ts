import { performance } from "node:perf_hooks"
import { setTimeout as wait } from "node:timers/promises"

/** Time as a parameter, so that tests own it. */
export interface Clock {
  /** Milliseconds on a clock that never jumps (D6); only differences mean anything. */
  now(): number
  /** Resolves after `ms` milliseconds; rejects when the signal is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  // A sleep alone never keeps the process alive: a running call holds its own deadline timer,
  // and nobody waits for a background renewal.
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal, ref: false })
  },
}
