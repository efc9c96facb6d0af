/** `read: false` describes the problem in fixed words, never with the text. */
export type Reading<T> = { read: true; value: T } | { read: false; problem: string }

const DEEPEST = 64

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
  for (const { text, isKey } of marksOf(json)) {
    if (text === "{" || text === "[") open.push(new Set())
    if (text === "}" || text === "]") open.pop()
    if (open.length > DEEPEST) return "JSON is nested too deeply"
    if (!isKey) continue
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

type Mark = { text: string; isKey: boolean }

/** Brackets, braces and strings in their order; accepts any text. */
function* marksOf(json: string): Generator<Mark> {
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at)
    if (character === '"') {
      const end = endOfString(json, at)
      yield { text: json.slice(at, end), isKey: isColonNext(json, end) }
      at = end - 1
    } else if ("{}[]".includes(character)) {
      yield { text: character, isKey: false }
    }
  }
}

/** The index behind the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1
  return at + 1
}

function isColonNext(json: string, from: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = from
  return colon.test(json)
}
