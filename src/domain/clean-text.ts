// Cc: control characters. Cf: invisible ones (zero-width, direction marks). Both can hide in pasted
// text, and a contract must not carry what nobody can see. Cs: lone halves of a character.
const LINE_BREAKS_AND_SPACES = /[\s\p{Z}]+/gu
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu

/**
 * One visible line of text: composed unicode kept, unseen characters removed, runs of white space
 * made one space, trimmed. Empty for what is no text. With a `maxLength`, which is for what we keep
 * and not for what somebody is told, cut at that many characters (never through the middle of one).
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

/** The same for what is told although its reader's limit is unknown: what was left out shows as `…`. */
export function shortLine(text: unknown, maxLength: number): string {
  const whole = cleanLine(text)
  const isShort = Array.from(whole).length <= maxLength
  return isShort ? whole : `${cleanLine(whole, maxLength - 1)}…`
}
