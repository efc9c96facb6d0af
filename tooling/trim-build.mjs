// What `medusa plugin:build` writes beyond what a shop needs, taken out of the published files: the
// inline source map of every file, and declarations that none of the package's doors leads to. The
// dashboard's bundle gets declarations, which its build does not write.
import { existsSync } from "node:fs"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import ts from "typescript"

const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json[^\n]*\n?$/
const stage = process.argv[2] ?? process.cwd()
const root = join(stage, ".medusa", "server")
const names = await readdir(root, { recursive: true })

for (const name of names.filter((one) => /\.[cm]?js$/.test(one))) {
  const file = join(root, name)
  const text = await readFile(file, "utf8")
  if (INLINE_MAP.test(text)) await writeFile(file, text.replace(INLINE_MAP, "\n"))
}

/** Adds a declaration file and all that it imports from this package. */
async function reach(file, reached) {
  if (reached.has(file) || !existsSync(file)) return
  reached.add(file)
  const { importedFiles } = ts.preProcessFile(await readFile(file, "utf8"))
  for (const { fileName } of importedFiles.filter((one) => one.fileName.startsWith("."))) {
    const target = join(dirname(file), fileName)
    await reach(`${target}.d.ts`, reached)
    await reach(join(target, "index.d.ts"), reached)
  }
}

const { exports } = JSON.parse(await readFile(join(stage, "package.json"), "utf8"))
const reached = new Set()
for (const { types } of Object.values(exports).filter((door) => door.types)) {
  const [before, after] = types.split("*")
  const modules = after === undefined ? [""] : await readdir(join(stage, before))
  for (const name of modules) {
    await reach(join(stage, after === undefined ? types : before + name + after), reached)
  }
}
const declarations = names.filter((one) => one.endsWith(".d.ts")).map((one) => join(root, one))
for (const file of declarations) if (!reached.has(file)) await rm(file)

const ADMIN = "declare const plugin: Record<string, unknown>\n"
const admin = join(root, "src", "admin")
await writeFile(join(admin, "index.d.ts"), `${ADMIN}export = plugin\n`)
await writeFile(join(admin, "index.d.mts"), `${ADMIN}export default plugin\n`)
