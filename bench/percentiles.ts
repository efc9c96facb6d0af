/** A table in milliseconds: how many times something was measured, and how long it took. */
export function percentiles(times: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...times].map(([name, all]) => {
    const sorted = [...all].sort((one, two) => one - two)
    const at = (share: number) => {
      const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
      return (sorted[index] ?? Number.NaN).toFixed(1).padStart(9)
    }
    return `${name.padEnd(40)}${String(all.length).padStart(6)}${at(0.5)}${at(0.95)}${at(0.99)}`
  })
  const heading = `${"milliseconds".padEnd(40)}${"n".padStart(6)}${"p50".padStart(9)}${"p95".padStart(9)}${"p99".padStart(9)}`
  return [heading, ...rows].join("\n")
}
