/** Bits below which a text is none that chance made: of millions of random ones of 32 characters none has less. */
const ENOUGH_BITS = 48

/** Words that stand in for a secret in examples. */
const PLACEHOLDER = /super-?secret|change-?(me|this)|replace-?(me|this)|your-?(own-?)?secret/i

/**
 * Whether a secret has too little chance in it: one character or a few, a pattern over and over, counting
 * up or down, an example's own words. A rough measure, which a random text passes by far.
 */
export function isGuessable(secret: string): boolean {
  const once = [...secret.slice(0, periodOf(secret))]
  const unforeseen = once.filter((character, at) => !isNext(once[at - 1], character))
  const bits = unforeseen.length * Math.log2(new Set(once).size)
  return bits < ENOUGH_BITS || PLACEHOLDER.test(secret)
}

/** The length of the shortest beginning that the whole text repeats, the last time perhaps in part. */
function periodOf(text: string): number {
  let period = 1
  while (!text.startsWith(text.slice(period))) period += 1
  return period
}

/** The same as before, or the one beside it: `aaa`, `abc`, `321`. */
function isNext(before: string | undefined, now: string): boolean {
  if (before === undefined) return false
  return Math.abs((now.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1
}
