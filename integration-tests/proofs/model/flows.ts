/** The four flows to an application. Each history takes one. */
export const FLOWS = ["hosted", "full", "request", "pre-approval"] as const
export type Flow = (typeof FLOWS)[number]

/** Assigns a flow by seed, so that a run covers all flows evenly. */
export function getFlow(seed: number): Flow {
  return FLOWS[seed % FLOWS.length] ?? "hosted"
}

/** Lists the first `runs` seeds, from `seed` on, whose flow's name contains `only`. */
export function listSeeds({ seed, runs, only }: { seed: number; runs: number; only: string }) {
  const flows = FLOWS.filter((flow) => flow.includes(only))
  if (flows.length === 0) throw new Error(`There is no flow "${only}", but ${FLOWS.join(", ")}`)
  const seeds: number[] = []
  for (let next = seed; seeds.length < runs; next += 1) {
    if (flows.includes(getFlow(next))) seeds.push(next)
  }
  return seeds
}
