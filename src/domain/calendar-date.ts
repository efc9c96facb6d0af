const DAY = 24 * 60 * 60 * 1000

/** Whether a text is a day that the calendar has, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * The day that lies `years` and `days` from a moment, written YYYY-MM-DD. Days so written compare as
 * texts. It is UTC's day: whoever compares with a shopper's own day allows for one day of difference.
 */
export function dayFrom(now: number, { years = 0, days = 0 }: { years?: number; days?: number }) {
  const date = new Date(now + days * DAY)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
