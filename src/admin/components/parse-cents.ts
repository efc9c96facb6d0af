/** A comma separates thousands, or nothing: "12,50" may be meant as 12.50. */
const DOLLARS = /^\$?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/

/** Dollars as typed, in cents; null when it is no amount that can be read in one way only. */
export function parseCents(dollars: string): number | null {
  const typed = dollars.trim()
  return DOLLARS.test(typed) ? Math.round(Number(typed.replace(/[$,]/g, "")) * 100) : null
}
