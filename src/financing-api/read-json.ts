/** `read: false` carries what was wrong in our words, never the text's. */
export type Reading<T> = { read: true; value: T } | { read: false; problem: string }

const DEEPEST = 64

/**
 * Parses JSON that a stranger wrote; tolerates a byte order mark. An object that names a key twice
 * says two things, and which of them a parser keeps is chance: it is not read.
 */
export function readJson(text: string): Reading<unknown> {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text
  if (isTooDeep(json)) return unread("JSON is nested too deeply")
  try {
    const value: unknown = JSON.parse(json)
    return hasRepeatedKey(json) ? unread("a key stands twice in one object") : { read: true, value }
  } catch {
    return unread("not valid JSON")
  }
}

export function unread(problem: string): { read: false; problem: string } {
  return { read: false, problem }
}

function isTooDeep(json: string): boolean {
  let depth = 0
  for (const { text } of marksOf(json)) {
    if (text === "{" || text === "[") depth += 1
    if (text === "}" || text === "]") depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}

/** For text that is valid JSON. */
function hasRepeatedKey(json: string): boolean {
  const open: Set<unknown>[] = []
  for (const { text, isKey } of marksOf(json)) {
    if (text === "{" || text === "[") open.push(new Set())
    if (text === "}" || text === "]") open.pop()
    if (!isKey) continue
    const keys = open.at(-1)
    // Two spellings of one key are one key: "a" and "\u0061".
    const key: unknown = JSON.parse(text)
    if (keys?.has(key)) return true
    keys?.add(key)
  }
  return false
}

type Mark = { text: string; isKey: boolean }

/** Brackets, braces and strings, in their order; the text may be anything at all. */
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
