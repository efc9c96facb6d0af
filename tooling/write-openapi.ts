import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { ROUTES } from "./openapi/routes"
import { toOpenApi } from "./openapi/to-openapi"
import { ROOT } from "./paths"

const FILE = path.join(ROOT, "docs", "openapi.json")

/** `npm run openapi`: describes the store and admin routes, as the project writes its files. */
async function main(): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    version: string
  }
  const text = JSON.stringify(toOpenApi(ROUTES, manifest.version))
  const config = await resolveConfig(FILE)
  writeFileSync(FILE, await format(text, { ...config, filepath: FILE }))
  console.log(`Wrote ${FILE}`)
}

void main()
