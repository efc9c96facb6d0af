import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Milliseconds between attempts, growing from the first value to the last. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000

/** The queue of this process for one lease. */
type Queue = {
  /** The number of waiting callers. */
  length: number
  /** Settles once the last caller has the lease or gives up. */
  end: Promise<unknown>
  /** When the last attempt found the lease taken (milliseconds). */
  heldAt: number
  /** Ends the pause of the first caller. */
  wake: () => void
}

const createQueue = (): Queue => ({
  length: 0,
  end: Promise.resolve(),
  heldAt: -Infinity,
  wake: () => undefined,
})

/** Queues by database pool and lease name. */
const queues = new WeakMap<Knex, Map<string, Queue>>()

type Waiting = { name: string; waitMilliseconds: number; take: () => Promise<boolean> }

/**
 * Resolves with true once the lease is acquired and false after a timeout. Callers of one process queue up, so only
 * the first of them queries the database.
 */
export async function waitInQueue(
  knex: Knex,
  { name, waitMilliseconds, take }: Waiting
): Promise<boolean> {
  const giveUpAt = performance.now() + waitMilliseconds
  const here = queues.get(knex) ?? new Map<string, Queue>()
  queues.set(knex, here)
  const line = here.get(name) ?? createQueue()
  here.set(name, line)
  line.length += 1
  const isFirst = line.length === 1
  const taken = line.end.then(() =>
    isFirst || performance.now() < giveUpAt ? tryUntil(giveUpAt, take, line) : false
  )
  line.end = taken
    .catch(() => undefined)
    .then(() => {
      line.length -= 1
      if (line.length === 0) here.delete(name)
    })
  return await taken
}

/** Wakes the first waiting caller of this process after a release. */
export function wakeFirst(knex: Knex, name: string): void {
  queues.get(knex)?.get(name)?.wake()
}

async function tryUntil(
  giveUpAt: number,
  take: () => Promise<boolean>,
  line: Queue
): Promise<boolean> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    // Skips a pause that the previous caller already made.
    if (performance.now() - line.heldAt >= FIRST_PAUSE / 2) {
      const isTaken = await take()
      line.heldAt = performance.now()
      if (isTaken) return true
    }
    const left = giveUpAt - performance.now()
    if (left <= 0) return false
    await pauseOf(Math.min(left, pause * (0.5 + Math.random() / 2)), line)
  }
}

function pauseOf(milliseconds: number, line: Queue): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    line.wake = () => {
      line.heldAt = -Infinity
      clearTimeout(timer)
      resolve()
    }
  })
}
