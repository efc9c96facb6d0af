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

export type EndOfCall = "deadline" | "aborted"

/** One total time limit of one call; it covers the token, every try and the whole body. */
export interface Deadline {
  /** Aborted when time is up or the caller gave up. */
  signal: AbortSignal
  /** Which of the two it was; asked for once `signal` is aborted. */
  endedBy(): EndOfCall
  /** Milliseconds left. */
  remaining(): number
  /** Stops the timer; every started deadline is ended. */
  end(): void
}

/**
 * Starts the limit of a call. The timer is a real one even under a fake clock, because what it
 * bounds is real input and output.
 */
export function startDeadline(limit: { ms: number; clock: Clock; signal?: AbortSignal }): Deadline {
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
    signal: controller.signal,
    endedBy: () => ended,
    remaining: () => startedAt + limit.ms - limit.clock.now(),
    end: () => {
      clearTimeout(timer)
      limit.signal?.removeEventListener("abort", giveUp)
    },
  }
}

/**
 * Waits for work that others share: when this caller's time is up, only this caller leaves.
 * Returns `null` then; a rejection of the work passes through.
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
