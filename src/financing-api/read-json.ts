/** `read: false` describes the problem in fixed words, never with the text. */
export type Reading<T> = { read: true; value: T } | { read: false; problem: string }

const DEEPEST = 64

/**
 * Brackets, braces and strings, and the colon behind a key. A string without an end reaches to the end of the text, so
 * that no input makes the search go back.
 */
const MARKS = /[{}[\]]|("[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$))(\s*:)?/g

/**
 * Parses untrusted JSON; tolerates a byte order mark. Rejects an object with a duplicate key, because parsers differ
 * in which value they keep.
 */
export function readJson(text: string): Reading<unknown> {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text
  try {
    const problem = problemIn(json)
    return problem === null ? { read: true, value: JSON.parse(json) } : unread(problem)
  } catch {
    return unread("not valid JSON")
  }
}

export function unread(problem: string): { read: false; problem: string } {
  return { read: false, problem }
}

/** Finds problems that JSON parsers ignore. Throws where a key is not JSON. */
function problemIn(json: string): string | null {
  const open: Set<unknown>[] = []
  for (const [mark, text, colon] of json.matchAll(MARKS)) {
    if (mark === "{" || mark === "[") open.push(new Set())
    if (mark === "}" || mark === "]") open.pop()
    if (open.length > DEEPEST) return "JSON is nested too deeply"
    if (text === undefined || colon === undefined) continue
    const keys = open.at(-1)
    const key = keyOf(text)
    if (keys?.has(key)) return "an object has a duplicate key"
    keys?.add(key)
  }
  return null
}

/** Decodes a key, so that "a" and "\u0061" are the same. */
function keyOf(text: string): unknown {
  return text.includes("\\") ? JSON.parse(text) : text.slice(1, -1)
}
