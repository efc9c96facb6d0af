import { mkdir, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { CACHE, getNpmScript } from "../../../tooling/paths"
import { runScript } from "../../../tooling/run-command"
import { findStarterTypeErrors } from "../../unit/documents/starter-types"

const MINUTE_MS = 60_000

/** Next's own types, installed once. Its compiler, which is large and optional, is left out. */
async function installNext(version: string): Promise<string> {
  const folder = path.join(CACHE, `next-${version}`)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, "package.json"), "{}")
  const packages = [`next@${version}`, "react@19", "react-dom@19", "@types/react@19"]
  const args = ["install", "--no-audit", "--no-fund", "--omit=optional", "--ignore-scripts"]
  await runScript({ script: getNpmScript(), args: [...args, ...packages], cwd: folder })
  return path.join(folder, "node_modules")
}

/** Uses Next's request with the page's route, as Next's own check of a route does. */
const ROUTE_SOURCE = `
import type { NextRequest } from "next/server"
import { GET } from "./src/app/[countryCode]/financing/[cartId]/route"
type Params = { params: Promise<{ countryCode: string; cartId: string }> }
export const route: (request: NextRequest, context: Params) => Promise<Response> = GET
`

describe("the code that docs/storefront.md adds to Medusa's Next.js starter", () => {
  it.each(["15", "16"])(
    "compiles against the types of Next %s",
    async (version) => {
      const modules = await installNext(version)
      const errors = await findStarterTypeErrors(ROUTE_SOURCE, (folder) =>
        symlink(modules, path.join(folder, "node_modules"), "junction")
      )
      expect(errors).toBe("")
    },
    10 * MINUTE_MS
  )
})
