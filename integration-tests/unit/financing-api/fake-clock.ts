import type { Clock } from "../../../src/financing-api"

interface Sleeper {
  due: number
  wake: () => void
}

/** A clock that moves only with `advance`, which wakes the sleepers that are due. */
export class FakeClock implements Clock {
  private time = 1_000
  private sleepers: Sleeper[] = []

  now(): number {
    return this.time
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { due: this.time + ms, wake: resolve }
      this.sleepers.push(sleeper)
      const abort = () => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper)
        reject(new Error("left"))
      }
      if (signal?.aborted) abort()
      signal?.addEventListener("abort", abort, { once: true })
    })
  }

  /** Milliseconds until each sleeper wakes. */
  pending(): number[] {
    return this.sleepers.map((sleeper) => sleeper.due - this.time)
  }

  advance(ms: number): void {
    this.time += ms
    const due = this.sleepers.filter((sleeper) => sleeper.due <= this.time)
    this.sleepers = this.sleepers.filter((sleeper) => sleeper.due > this.time)
    for (const sleeper of due) sleeper.wake()
  }
}

/** Creates a clock whose sleeps end at once. `pauses` records their lengths in milliseconds. */
export function createInstantClock(): Clock & { pauses: number[] } {
  const pauses: number[] = []
  return {
    pauses,
    now: () => performance.now(),
    sleep: async (ms) => {
      pauses.push(ms)
    },
  }
}

/** Waits until the condition holds. @throws after about two seconds */
export async function waitUntil(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !condition(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  if (!condition()) throw new Error("the condition did not hold within two seconds")
}
