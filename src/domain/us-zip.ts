/**
 * Returns the five digits of a US zip code; drops the +4 of `10001-1234`, because the service accepts exactly five
 * characters. Null for anything else (a Canadian code, four digits, letters).
 */
export function parseUsZip(text: unknown): string | null {
  if (typeof text !== "string") {
    return null
  }
  const match = /^(\d{5})(?:[\s\p{Pd}]*\d{4})?$/u.exec(text.trim())
  const zip = match?.[1]
  // A valid form without a place: people type it to skip the field.
  return zip === undefined || zip === "00000" ? null : zip
}
