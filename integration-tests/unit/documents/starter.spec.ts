import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { CACHE, ROOT } from "../../../tooling/paths"
import { runScript } from "../../../tooling/run-command"
import { changedLines, editsOf } from "../../../tooling/starter/page-edits"
import { read } from "./documents"

/** What the blocks use of Next and of the starter itself, as both declare it. */
const SURROUNDINGS = `
declare module "next/cache" { export function revalidateTag(tag: string): void }
declare module "next/navigation" { export function redirect(url: string): never }
declare module "next/server" { export interface NextRequest extends Request { nextUrl: URL } }
declare module "@lib/config" {
  import type Medusa from "@medusajs/js-sdk"
  export const sdk: Medusa
}
declare module "*/cookies" {
  export const getCartId: () => Promise<string | undefined>
  export const removeCartId: () => Promise<void>
  export const getAuthHeaders: () => Promise<{ authorization: string } | Record<string, never>>
  export const getCacheTag: (tag: string) => Promise<string>
}`

const TYPED = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: "react-jsx",
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: ["react"],
    paths: {
      "@lib/data/financing": ["./src/lib/data/financing.ts"],
      "@modules/financing": ["./src/modules/financing"],
      ...Object.fromEntries(
        ["index", "server", "react"].map((entry) => [
          `medusa-payment-consumer-financing/storefront${entry === "index" ? "" : `/${entry}`}`,
          [path.join(ROOT, "src", "storefront", `${entry}.ts`)],
        ])
      ),
    },
  },
}

const edits = editsOf(read("docs/storefront.md"))
const written = edits.filter(({ kind }) => kind === "new")

describe("what docs/storefront.md adds to Medusa's Next.js starter", () => {
  it("is right by the types of the kit, Next and the starter", async () => {
    await mkdir(CACHE, { recursive: true })
    const folder = await mkdtemp(path.join(CACHE, "starter-"))
    try {
      await writeFile(path.join(folder, "surroundings.d.ts"), SURROUNDINGS)
      await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(TYPED))
      for (const { file, lines } of written) {
        await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
        await writeFile(path.join(folder, file), lines.join("\n"))
      }
      const script = path.join(ROOT, "node_modules", "typescript", "bin", "tsc")
      expect(await runScript({ script, args: ["-p", folder], cwd: folder })).toBe("")
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)

  it("is four new files and a few lines of thirteen, which stay few", () => {
    expect(written).toHaveLength(4)
    expect(edits).toHaveLength(17)
    expect(changedLines(edits)).toBeLessThanOrEqual(100)
  })
})
