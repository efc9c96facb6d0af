/** Maps the server's validation messages to keys of `fieldErrors` in the texts. */
const RULES: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/^is (?:missing|empty)/, "missing"],
  [/^has to be (?:a number|a whole number)/, "number"],
  [/^has to be more than ([\d.,]+?)\.?$/, "more"],
  [/^has to be ([\d.,]+) or more/, "least"],
  [/^has to be ([\d.,]+) or less/, "most"],
  [/^may not be more than the maximum/, "aboveMaximum"],
  [/^may not be less than the minimum/, "belowMinimum"],
  [/^has to be a US state/, "state"],
  [/^has to be an e-mail/, "email"],
  [/^has to be a US phone/, "phone"],
]

/** Returns null if the rule has no text; callers then show the server's sentence. */
export function parseFieldRule(sentence: string): { rule: string; bound: string } | null {
  for (const [pattern, rule] of RULES) {
    const match = pattern.exec(sentence)
    if (match) return { rule, bound: match[1] ?? "" }
  }
  return null
}
