import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { ROUTES } from "./openapi/routes"
import { toMarkdown } from "./openapi/to-markdown"
import { toOpenApi } from "./openapi/to-openapi"
import { ROOT } from "./paths"

/** Formats a file with Prettier and writes it to docs. */
async function writeDocument(name: string, text: string): Promise<void> {
  const file = path.join(ROOT, "docs", name)
  const config = await resolveConfig(file)
  writeFileSync(file, await format(text, { ...config, filepath: file }))
  console.log(`Wrote ${file}`)
}

/** `npm run openapi`: writes the OpenAPI file and the Markdown reference of the store and admin routes. */
async function main(): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    version: string
  }
  const described = toOpenApi(ROUTES, manifest.version)
  await writeDocument("openapi.json", JSON.stringify(described))
  await writeDocument("reference.md", toMarkdown(described))
}

void main()
