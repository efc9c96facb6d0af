// RFC 5322's dot-atom, with RFC 6531's (SMTPUTF8) visible characters beyond ASCII.
const SPECIAL = String.raw`\p{C}\p{Z}()<>\[\]:;@\\,."`
const ATOM = `[^${SPECIAL}]+`
const LABEL = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`, "u")

/** Maximum length before the @, and in total (RFC 5321, 4.5.3.1). */
const LONGEST_LOCAL_PART = 64
const LONGEST = 254

/**
 * Whether a text is a deliverable e-mail address. Accepts `tom&jerry@…`, `o!neil@…` and `josé@…`; rejects quoted
 * names and IP-address domains, which shoppers do not use.
 */
export function isEmailAddress(text: unknown): text is string {
  return (
    typeof text === "string" &&
    text.length <= LONGEST &&
    text.indexOf("@") <= LONGEST_LOCAL_PART &&
    ADDRESS.test(text)
  )
}
