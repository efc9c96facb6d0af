/** The four ways to an application: each history takes one of them. */
export const WAYS = ["hosted", "full", "request", "pre-approval"] as const
export type Way = (typeof WAYS)[number]

/** The histories take turns, by their seeds: every way gets its share of a run. */
export function wayOf(seed: number): Way {
  return WAYS[seed % WAYS.length] ?? "hosted"
}

/** The first seeds from one on whose way's name contains a text. */
export function seedsOf({ seed, runs, only }: { seed: number; runs: number; only: string }) {
  const wanted = WAYS.filter((way) => way.includes(only))
  if (wanted.length === 0) throw new Error(`There is no way "${only}", but ${WAYS.join(", ")}`)
  const seeds: number[] = []
  for (let next = seed; seeds.length < runs; next += 1) {
    if (wanted.includes(wayOf(next))) seeds.push(next)
  }
  return seeds
}
