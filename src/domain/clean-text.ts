// Cc: control characters. Cf: invisible ones (zero-width, direction marks). Both can hide in pasted
// text, and a contract must not carry what nobody can see. Cs: lone halves of a character.
const LINE_BREAKS_AND_SPACES = /[\s\p{Z}]+/gu
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu

/**
 * One visible line of text: composed unicode kept, unseen characters removed, runs of white space
 * made one space, trimmed, and cut at `maxLength` characters (never through the middle of one).
 * Empty for what is no text.
 */
export function cleanLine(text: unknown, maxLength: number): string {
  if (typeof text !== "string") {
    return ""
  }
  const visible = text
    .normalize("NFC")
    .replace(LINE_BREAKS_AND_SPACES, " ")
    .replace(UNSEEN, "")
    .replace(/ +/g, " ")
    .trim()
  return Array.from(visible).slice(0, maxLength).join("").trim()
}
