// RFC 5322's dot-atom, with what RFC 6531 (SMTPUTF8) adds to it: any character beyond ASCII that shows.
const SPECIAL = String.raw`\p{C}\p{Z}()<>\[\]:;@\\,."`
const ATOM = `[^${SPECIAL}]+`
const LABEL = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`, "u")

/** Characters of the part before the @, and of all of it (RFC 5321, 4.5.3.1). */
const LONGEST_LOCAL_PART = 64
const LONGEST = 254

/**
 * Whether a text is an e-mail address that mail can be sent to: `tom&jerry@…`, `o!neil@…` and `josé@…`
 * are. Quoted names and addresses at bare numbers, which nobody shops with, are not.
 */
export function isEmailAddress(text: unknown): text is string {
  return (
    typeof text === "string" &&
    text.length <= LONGEST &&
    text.indexOf("@") <= LONGEST_LOCAL_PART &&
    ADDRESS.test(text)
  )
}
