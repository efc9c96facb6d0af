import { countChangedLines, parseEdits } from "../../../tooling/starter/page-edits"
import { readRepositoryFile } from "./documents"
import { findStarterTypeErrors } from "./starter-types"

/** The declaration of Next 15; package/documents/next.spec.ts uses the real packages. */
const NEXT_CACHE_TYPES = `declare module "next/cache" { export function revalidateTag(tag: string): void }`

const edits = parseEdits(readRepositoryFile("docs/storefront.md"))
const newFiles = edits.filter(({ kind }) => kind === "new")

describe("the code that docs/storefront.md adds to Medusa's Next.js starter", () => {
  it("compiles against the types of the kit, Next and the starter", async () => {
    expect(await findStarterTypeErrors(NEXT_CACHE_TYPES)).toBe("")
  }, 120_000)

  it("has at most 100 lines in four new and thirteen changed files", () => {
    expect(newFiles).toHaveLength(4)
    expect(edits).toHaveLength(17)
    expect(countChangedLines(edits)).toBeLessThanOrEqual(100)
  })
})
