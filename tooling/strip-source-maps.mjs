// `medusa plugin:build` always appends an inline source map to every file. It would more than
// double what shops download, so the published files go without.
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json[^\n]*\n?$/
const root = join(process.argv[2] ?? process.cwd(), ".medusa", "server")

for (const name of await readdir(root, { recursive: true })) {
  if (!/\.[cm]?js$/.test(name)) continue
  const file = join(root, name)
  const text = await readFile(file, "utf8")
  if (INLINE_MAP.test(text)) await writeFile(file, text.replace(INLINE_MAP, "\n"))
}
