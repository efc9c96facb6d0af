// Cc: control characters. Cf: invisible ones (zero-width, direction marks). Pasted text may contain both, and a
// contract must contain visible text only. Cs: lone surrogates.
const LINE_BREAKS_AND_SPACES = /[\s\p{Z}]+/gu
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu

/**
 * Returns one visible line: composed unicode, without invisible characters, with single spaces, trimmed. Empty for a
 * value that is no text. `maxLength` is for stored text and never splits a character.
 */
export function cleanLine(text: unknown, maxLength = Infinity): string {
  if (typeof text !== "string") {
    return ""
  }
  const visible = text
    .normalize("NFC")
    .replace(LINE_BREAKS_AND_SPACES, " ")
    .replace(UNSEEN, "")
    .replace(/ +/g, " ")
    .trim()
  return visible.length <= maxLength
    ? visible
    : Array.from(visible).slice(0, maxLength).join("").trim()
}

/** Like `cleanLine`, for shown text of limited length: ends shortened text with `…`. */
export function shortLine(text: unknown, maxLength: number): string {
  const whole = cleanLine(text)
  const isShort = Array.from(whole).length <= maxLength
  return isShort ? whole : `${cleanLine(whole, maxLength - 1)}…`
}
