/** Whether a text names a time zone (IANA), such as `America/New_York`. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }))
  } catch {
    return false
  }
}

/** Returns the hour of the day (0 to 23) in a time zone. */
export function hourIn(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", hourCycle: "h23" })
  return Number(format.format(at))
}

export const SERVER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
