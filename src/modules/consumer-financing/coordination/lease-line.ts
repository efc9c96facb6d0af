import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Milliseconds between tries: longer each time, never longer than the last. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000

/** Who waits for one lease in this process. */
type Line = {
  /** How many do. */
  length: number
  /** Settles once the last of them has got it, or given up. */
  end: Promise<unknown>
  /** When the lease was taken, or found to be held, by whoever of them asked last (milliseconds). */
  heldAt: number
  /** Cuts the pause of the first short. */
  wake: () => void
}

const newLine = (): Line => ({
  length: 0,
  end: Promise.resolve(),
  heldAt: -Infinity,
  wake: () => undefined,
})

/** By the database that they wait at. */
const lines = new WeakMap<Knex, Map<string, Line>>()

type Waiting = { name: string; waitMilliseconds: number; take: () => Promise<boolean> }

/**
 * True once the lease is taken, false when it could not be in that time. Who came first is first: the
 * others leave the database alone until then.
 */
export async function waitInLine(
  knex: Knex,
  { name, waitMilliseconds, take }: Waiting
): Promise<boolean> {
  const giveUpAt = performance.now() + waitMilliseconds
  const here = lines.get(knex) ?? new Map<string, Line>()
  lines.set(knex, here)
  const line = here.get(name) ?? newLine()
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

/** A lease was given back in this process: whoever waits for it here need not wait any longer. */
export function wakeFirst(knex: Knex, name: string): void {
  lines.get(knex)?.get(name)?.wake()
}

async function tryUntil(
  giveUpAt: number,
  take: () => Promise<boolean>,
  line: Line
): Promise<boolean> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    // Whoever was before in line may have asked a moment ago.
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

function pauseOf(milliseconds: number, line: Line): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    line.wake = () => {
      line.heldAt = -Infinity
      clearTimeout(timer)
      resolve()
    }
  })
}
