/** The four ways to an application. Each history takes one. */
export const WAYS = ["hosted", "full", "request", "pre-approval"] as const
export type Way = (typeof WAYS)[number]

/** Assigns a way by seed, so that a run covers all ways evenly. */
export function getWay(seed: number): Way {
  return WAYS[seed % WAYS.length] ?? "hosted"
}

/** Lists the first `runs` seeds, from `seed` on, whose way's name contains `only`. */
export function listSeeds({ seed, runs, only }: { seed: number; runs: number; only: string }) {
  const ways = WAYS.filter((way) => way.includes(only))
  if (ways.length === 0) throw new Error(`There is no way "${only}", but ${WAYS.join(", ")}`)
  const seeds: number[] = []
  for (let next = seed; seeds.length < runs; next += 1) {
    if (ways.includes(getWay(next))) seeds.push(next)
  }
  return seeds
}
