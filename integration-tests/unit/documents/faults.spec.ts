import { filesUnder, read } from "./documents"

const ROWS = /^\| ([A-I]\d+) +\|/gm

/** `I1–I6` names every one of the six. */
function spelledOut(text: string): string {
  return text.replaceAll(/([A-I])\d+–\1\d+/g, (range) => {
    const letter = range.slice(0, 1)
    const [first = 0, last = 0] = range.replaceAll(letter, "").split("–").map(Number)
    return Array.from({ length: last - first + 1 }, (_, n) => `${letter}${first + n}`).join(" ")
  })
}

/** Lines of the specs that hold a quoted text: names of tests and of groups of tests among them. */
function quotedLines(): string[] {
  const specs = filesUnder("integration-tests", ".spec.ts").map(read)
  return specs
    .flatMap((spec) => spelledOut(spec).split("\n"))
    .filter((line) => /["`].*["`]/.test(line))
}

describe("the list of faults", () => {
  const ids = [...read("docs/faults.md").matchAll(ROWS)].map(([, id]) => String(id))

  it("names every fault once", () => {
    expect(ids.length).toBeGreaterThan(100)
    expect(ids).toEqual([...new Set(ids)])
  })

  it("has a test for each, which says so in its name", () => {
    const lines = quotedLines()
    const isNamed = (id: string) => lines.some((line) => new RegExp(`\\b${id}\\b`).test(line))
    expect(ids.filter((id) => !isNamed(id))).toEqual([])
  })
})
