/** Returns the largest number of events within one minute. @param times timestamps in milliseconds */
export function getBusiestMinute(times: readonly number[]): number {
  const countFrom = (from: number) => times.filter((at) => at >= from && at < from + 60_000).length
  return Math.max(0, ...times.map(countFrom))
}
