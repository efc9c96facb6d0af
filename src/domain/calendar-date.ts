const DAY = 24 * 60 * 60 * 1000

/** Whether a text is a calendar date, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * Returns the UTC date `years` and `days` after a time, as YYYY-MM-DD, which compares as text. Allow one day of
 * difference to a shopper's local date.
 */
export function dayFrom(now: number, { years = 0, days = 0 }: { years?: number; days?: number }) {
  const date = new Date(now + days * DAY)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
