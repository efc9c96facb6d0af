/** Whether a text names a time zone (IANA), such as `America/New_York`. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }))
  } catch {
    return false
  }
}

/** The server's time zone. */
export const SERVER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
