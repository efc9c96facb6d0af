/**
 * The five digits of a US zip code; `10001-1234` loses its +4, because the service takes exactly
 * five characters. Null for anything else (a Canadian code, four digits, letters).
 */
export function parseUsZip(text: unknown): string | null {
  if (typeof text !== "string") {
    return null
  }
  const match = /^(\d{5})(?:[\s\p{Pd}]*\d{4})?$/u.exec(text.trim())
  const zip = match?.[1]
  // The form is right, but nobody lives there: what people type to get past a field.
  return zip === undefined || zip === "00000" ? null : zip
}
