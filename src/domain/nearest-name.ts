/** The known name that somebody may have meant, or null when none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = essenceOf(name)
  const [nearest] = known
    .map((one) => ({ one, distance: distanceOf(wanted, essenceOf(one)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 5)))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.one ?? null
}

const essenceOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, 60)

/** How many letters have to be put in, taken out or changed (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [at, wanted] of [...other].entries()) {
      const changed = (row[at] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
