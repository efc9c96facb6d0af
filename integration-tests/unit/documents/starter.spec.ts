import { changedLines, editsOf } from "../../../tooling/starter/page-edits"
import { read } from "./documents"
import { typeErrorsOfStarter } from "./starter-types"

/** As Next 15 declares it; package/documents/next.spec.ts takes the packages themselves. */
const NEXT = `declare module "next/cache" { export function revalidateTag(tag: string): void }`

const edits = editsOf(read("docs/storefront.md"))
const written = edits.filter(({ kind }) => kind === "new")

describe("what docs/storefront.md adds to Medusa's Next.js starter", () => {
  it("is right by the types of the kit, Next and the starter", async () => {
    expect(await typeErrorsOfStarter(NEXT)).toBe("")
  }, 120_000)

  it("is four new files and a few lines of thirteen, which stay few", () => {
    expect(written).toHaveLength(4)
    expect(edits).toHaveLength(17)
    expect(changedLines(edits)).toBeLessThanOrEqual(100)
  })
})
