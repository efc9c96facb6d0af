/** Returns the percentile at `share` (0 to 1); NaN of an empty list. */
export function getPercentile(all: readonly number[] = [], share: number): number {
  const sorted = [...all].sort((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[index] ?? Number.NaN
}

type Comparison = { name: string; base: string; share: number }

/** Divides the percentile of `name` by that of `base`. */
export function getPercentileRatio(
  times: ReadonlyMap<string, readonly number[]>,
  { name, base, share }: Comparison
): number {
  return getPercentile(times.get(name), share) / getPercentile(times.get(base), share)
}

/** Formats a table of sample counts and percentiles in milliseconds. */
export function formatPercentiles(times: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...times].map(([name, all]) => {
    const shown = (share: number) => getPercentile(all, share).toFixed(2).padStart(9)
    const count = String(all.length).padStart(6)
    return `${name.padEnd(40)}${count}${shown(0.5)}${shown(0.95)}${shown(0.99)}`
  })
  const heading = `${"milliseconds".padEnd(40)}${"n".padStart(6)}${"p50".padStart(9)}${"p95".padStart(9)}${"p99".padStart(9)}`
  return [heading, ...rows].join("\n")
}
