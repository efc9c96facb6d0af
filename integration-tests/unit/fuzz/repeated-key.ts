/** Whether some object in a valid JSON text names a key twice, which makes its value ambiguous. */
export function hasRepeatedKey(json: string): boolean {
  const open: (Set<unknown> | null)[] = []
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set())
    else if (token === "[") open.push(null)
    else if (token === "}" || token === "]") open.pop()
    else if (token.endsWith(":")) {
      const keys = open.at(-1)
      const key: unknown = JSON.parse(token.slice(0, -1))
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}
