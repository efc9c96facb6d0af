import { SWITCH_ASSUMPTIONS, behaviourSchema } from "../../../src/sandbox/behaviour"
import { ASSUMPTIONS } from "../../../src/verify/assumptions/registry"
import { STATUS_CODES } from "../../../src/domain/status-codes"
import { replaceAssumptionTables } from "../../../tooling/assumption-tables"
import { listFiles, readRepositoryFile, findCodeWords } from "../documents/documents"

const ids = ASSUMPTIONS.map(({ id }) => id)
const openQuestions = readRepositoryFile("integration-tests/contract/open-questions.spec.ts")

describe("the registry of assumptions", () => {
  it("gives every assumption a unique ID", () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[a-z0-9-]+(-[A-Z])?$/.test(id))).toEqual([])
  })

  it("has a row for every status code", () => {
    const codes = Object.keys(STATUS_CODES).map((code) => `status-code-${code}`)
    expect(ids.filter((id) => id.startsWith("status-code-"))).toEqual(codes)
  })

  it.each(ASSUMPTIONS.map(({ id, where }) => [id, where]))(
    "%s names an existing file that relies on it",
    (_id, where) => {
      const named = findCodeWords(where).filter((word) =>
        /^(docs\/)?[\w…/.-]+\.(ts|md)$/.test(word)
      )
      const names = where.startsWith("docs/") ? [where] : named
      const files = [...listFiles("src", ".ts"), ...listFiles("docs", ".md")]
      const isThere = (word: string) => {
        const [start = "", end = ""] = word.split("…")
        return files.some(
          (file) => file.replace(/^src\//, "").startsWith(start) && file.endsWith(end)
        )
      }
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !isThere(name))).toEqual([])
    }
  )

  it("matches docs/assumptions.md (npm run assumptions rewrites it)", () => {
    const unaligned = (text: string) => text.replaceAll(/ +\|/g, " |").replaceAll(/-{3,}/g, "---")
    const page = readRepositoryFile("docs/assumptions.md")
    expect(unaligned(page)).toBe(unaligned(replaceAssumptionTables(page)))
  })

  it("contains every assumption that a switch of the simulator names", () => {
    expect(Object.keys(SWITCH_ASSUMPTIONS).sort()).toEqual(
      Object.keys(behaviourSchema.shape).sort()
    )
    const named = Object.values(SWITCH_ASSUMPTIONS).flat()
    expect(named.filter((id) => !ids.includes(id))).toEqual([])
  })

  it("contains every assumption that the specs of open questions name", () => {
    const named = [...openQuestions.matchAll(/\[([a-z]+-[a-zA-Z-]+)\]/g)].map(([, id]) =>
      String(id)
    )
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((id) => !ids.includes(id))).toEqual([])
  })

  it("has a judge for every assumption that a run observes", () => {
    const silent = ASSUMPTIONS.filter(({ observedBy, judge }) => observedBy !== null && !judge)
    expect(silent.map(({ id }) => id)).toEqual([])
  })
})
