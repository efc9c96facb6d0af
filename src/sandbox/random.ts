import { createHash, randomBytes } from "node:crypto"

export interface RandomSource {
  /** Returns `bytes` × 2 lower-case hex digits. */
  hex(bytes: number): string
  uuid(): string
}

/** Creates a random source: unpredictable without a seed, reproducible with one. */
export function createRandom(seed?: number | string): RandomSource {
  let drawCount = 0
  const hex = (bytes: number): string => {
    if (seed === undefined) return randomBytes(bytes).toString("hex")
    drawCount += 1
    return createHash("shake256", { outputLength: bytes })
      .update(`${String(seed)}:${String(drawCount)}`)
      .digest("hex")
  }
  const uuid = (): string => {
    const digits = hex(16)
    const parts = [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `a${digits.slice(17, 20)}`,
    ]
    return [...parts, digits.slice(20)].join("-")
  }
  return { hex, uuid }
}
