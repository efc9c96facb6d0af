import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { replaceAssumptionTables } from "./assumption-tables"
import { ROOT } from "./paths"

const FILE = path.join(ROOT, "docs", "assumptions.md")

/** `npm run assumptions`: writes the tables of docs/assumptions.md from the registry in src/verify. */
async function main(): Promise<void> {
  const page = replaceAssumptionTables(readFileSync(FILE, "utf8"))
  const config = await resolveConfig(FILE)
  writeFileSync(FILE, await format(page, { ...config, filepath: FILE }))
  console.log(`Wrote ${FILE}`)
}

void main()
