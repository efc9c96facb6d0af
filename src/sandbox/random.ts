import { createHash, randomBytes } from "node:crypto"

export interface RandomSource {
  /** Returns `bytes` × 2 lower-case hex digits. */
  hex(bytes: number): string
  uuid(): string
}

/** Creates a random source: unpredictable without a seed, reproducible with one. */
export function createRandom(seed?: number | string): RandomSource {
  let drawn = 0
  const hex = (bytes: number): string => {
    if (seed === undefined) return randomBytes(bytes).toString("hex")
    drawn += 1
    return createHash("shake256", { outputLength: bytes })
      .update(`${String(seed)}:${String(drawn)}`)
      .digest("hex")
  }
  const uuid = (): string => {
    const h = hex(16)
    const parts = [h.slice(0, 8), h.slice(8, 12), `4${h.slice(13, 16)}`, `a${h.slice(17, 20)}`]
    return [...parts, h.slice(20)].join("-")
  }
  return { hex, uuid }
}
