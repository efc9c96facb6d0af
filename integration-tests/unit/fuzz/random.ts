import { createHash } from "node:crypto"

/** A deterministic random source: the same words give the same values on every machine. */
export type Random = {
  /** A whole number from 0 to `below` − 1. */
  int: (below: number) => number
  /** True once in `times`. */
  oneIn: (times: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
}

export function createRandom(...words: (string | number)[]): Random {
  let state = createHash("sha256").update(words.join("\n")).digest().readUInt32LE()
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    oneIn: (times) => int(times) === 0,
    pick: (items) => {
      const item = items[int(items.length)]
      if (item === undefined) throw new RangeError("There is nothing to pick from.")
      return item
    },
  }
}
