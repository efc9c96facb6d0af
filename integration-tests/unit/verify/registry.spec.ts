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
      const codePaths = findCodeWords(where).filter((word) =>
        /^(docs\/)?[\w…/.-]+\.(ts|md)$/.test(word)
      )
      const paths = where.startsWith("docs/") ? [where] : codePaths
      const files = [...listFiles("src", ".ts"), ...listFiles("docs", ".md")]
      const fileExists = (path: string) => {
        const [start = "", end = ""] = path.split("…")
        return files.some(
          (file) => file.replace(/^src\//, "").startsWith(start) && file.endsWith(end)
        )
      }
      expect(paths.length).toBeGreaterThan(0)
      expect(paths.filter((path) => !fileExists(path))).toEqual([])
    }
  )

  it("matches docs/assumptions.md (npm run assumptions rewrites it)", () => {
    const removeAlignment = (text: string) =>
      text.replaceAll(/ +\|/g, " |").replaceAll(/-{3,}/g, "---")
    const page = readRepositoryFile("docs/assumptions.md")
    expect(removeAlignment(page)).toBe(removeAlignment(replaceAssumptionTables(page)))
  })

  it("contains every assumption that a switch of the simulator names", () => {
    expect(Object.keys(SWITCH_ASSUMPTIONS).sort()).toEqual(
      Object.keys(behaviourSchema.shape).sort()
    )
    const namedIds = Object.values(SWITCH_ASSUMPTIONS).flat()
    expect(namedIds.filter((id) => !ids.includes(id))).toEqual([])
  })

  it("contains every assumption that the specs of open questions name", () => {
    const namedIds = [...openQuestions.matchAll(/\[([a-z]+-[a-zA-Z-]+)\]/g)].map(([, id]) =>
      String(id)
    )
    expect(namedIds.length).toBeGreaterThan(15)
    expect(namedIds.filter((id) => !ids.includes(id))).toEqual([])
  })

  it("has a judge for every assumption that a run observes", () => {
    const withoutJudge = ASSUMPTIONS.filter(
      ({ observedBy, judge }) => observedBy !== null && !judge
    )
    expect(withoutJudge.map(({ id }) => id)).toEqual([])
  })
})
