import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { replaceConfigurationTables } from "./configuration-tables"
import { ROOT } from "./paths"

const FILE = path.join(ROOT, "docs", "configuration.md")

/** `npm run configuration`: writes the tables of docs/configuration.md from the options' schema. */
async function main(): Promise<void> {
  const page = replaceConfigurationTables(readFileSync(FILE, "utf8"))
  const config = await resolveConfig(FILE)
  writeFileSync(FILE, await format(page, { ...config, filepath: FILE }))
  console.log(`Wrote ${FILE}`)
}

void main()
