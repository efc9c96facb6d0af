import { readRepositoryFile } from "./documents"
import { listTestNames } from "./test-names"

const FAULT_ROW = /^\| ([A-I]\d+) +\|/gm

/** Expands `I1–I6` to its six IDs. */
function expandRanges(text: string): string {
  return text.replaceAll(/([A-I])\d+–\1\d+/g, (range) => {
    const letter = range.slice(0, 1)
    const [first = 0, last = 0] = range.replaceAll(letter, "").split("–").map(Number)
    return Array.from({ length: last - first + 1 }, (_, n) => `${letter}${first + n}`).join(" ")
  })
}

describe("the list of faults", () => {
  const ids = [...readRepositoryFile("docs/faults.md").matchAll(FAULT_ROW)].map(([, id]) =>
    String(id)
  )

  it("lists every fault once", () => {
    expect(ids.length).toBeGreaterThan(100)
    expect(ids).toEqual([...new Set(ids)])
  })

  it("has a test for every fault with the ID in its name", () => {
    const names = listTestNames().map(expandRanges)
    const hasTest = (id: string) => names.some((name) => new RegExp(`\\b${id}\\b`).test(name))
    expect(ids.filter((id) => !hasTest(id))).toEqual([])
  })
})
