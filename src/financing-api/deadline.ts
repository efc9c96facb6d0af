import { performance } from "node:perf_hooks"
import { setTimeout as wait } from "node:timers/promises"

/** Time as a parameter, so that tests control it. */
export interface Clock {
  /** Milliseconds on a monotonic clock (D6); only differences have a meaning. */
  now(): number
  /** Resolves after `ms` milliseconds; rejects when the signal is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  // A sleep never keeps the process alive: a running call has its own deadline timer, and a background renewal may
  // be abandoned.
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal, ref: false })
  },
}

export type EndOfCall = "deadline" | "aborted"

export type Deadline = ReturnType<typeof startDeadline>

/**
 * Starts the total time limit of one call: the token, every attempt and the whole body. Uses a real timer even under
 * a fake clock, because it limits real input and output.
 */
export function startDeadline(limit: { ms: number; clock: Clock; signal?: AbortSignal }) {
  const controller = new AbortController()
  const startedAt = limit.clock.now()
  let ended: EndOfCall = "deadline"
  const timer = setTimeout(() => controller.abort(), limit.ms)
  const giveUp = () => {
    ended = "aborted"
    controller.abort()
  }
  if (limit.signal?.aborted) giveUp()
  limit.signal?.addEventListener("abort", giveUp, { once: true })
  return {
    /** Aborted after the time limit or by the caller. */
    signal: controller.signal,
    /** Which of the two aborted `signal`; call it after the abort. */
    endedBy: () => ended,
    remaining: () => startedAt + limit.ms - limit.clock.now(),
    /** Stops the timer; every started deadline must be ended. */
    end: () => {
      clearTimeout(timer)
      limit.signal?.removeEventListener("abort", giveUp)
    },
  }
}

/**
 * Waits for shared work; at its time limit only this caller stops and gets `null`. A rejection of the work passes
 * through.
 */
export async function waitWithin<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) {
    work.catch(() => undefined)
    return null
  }
  let leave = () => {}
  const gone = new Promise<null>((resolve) => {
    leave = () => resolve(null)
  })
  signal.addEventListener("abort", leave, { once: true })
  try {
    return await Promise.race([work, gone])
  } finally {
    signal.removeEventListener("abort", leave)
  }
}
