/** Accepts commas as thousands separators only: "12,50" is ambiguous. */
const DOLLARS_PATTERN = /^\$?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/

/** Parses dollars into cents; returns null if the amount is invalid or ambiguous. */
export function parseCents(dollars: string): number | null {
  const trimmed = dollars.trim()
  return DOLLARS_PATTERN.test(trimmed)
    ? Math.round(Number(trimmed.replace(/[$,]/g, "")) * 100)
    : null
}
