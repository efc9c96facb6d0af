// Removes from the output of `medusa plugin:build` what a shop does not need: comments, source maps and schema
// descriptions of the code (declarations keep their comments), and declarations that no export of the package reaches.
// Minifies the dashboard's bundle and adds its declarations.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, isAbsolute, join, relative } from "node:path"
import { rollup } from "rollup"
import { dts } from "rollup-plugin-dts"
import ts from "typescript"
import { transformWithEsbuild } from "vite"
import { oneStatementALine } from "./one-statement-a-line.mjs"

const stage = process.argv[2] ?? process.cwd()
const root = join(stage, ".medusa", "server")
const names = await readdir(root, { recursive: true })

const isOnlyDescription = (argument) =>
  ts.isObjectLiteralExpression(argument) &&
  argument.properties.every(({ name }) => name?.text === "description")

/** Matches a schema's `.describe("…")` or `.meta({ description: "…" })`, which only the documentation uses. */
function isDescription(node) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  if (node.arguments.length !== 1) return false
  const method = node.expression.name.text
  const [argument] = node.arguments
  if (method === "describe") return ts.isStringLiteralLike(argument)
  return method === "meta" && isOnlyDescription(argument)
}

const withoutDescriptions = (context) => (file) => {
  const visit = (node) =>
    isDescription(node)
      ? visit(node.expression.expression)
      : ts.visitEachChild(node, visit, context)
  return ts.visitNode(file, visit)
}

function withoutComments(text) {
  const { ESNext } = ts.ModuleKind
  const compilerOptions = { allowJs: true, removeComments: true, module: ESNext, target: ESNext }
  const transformers = { before: [withoutDescriptions] }
  return ts.transpileModule(text, { fileName: "built.js", compilerOptions, transformers })
    .outputText
}

/** Minifies a file. Keeps strings unchanged, because Tailwind reads class names from the dashboard's bundle. */
async function trimmed(text, file) {
  if (dirname(file) !== join(root, "src", "admin"))
    return oneStatementALine(withoutComments(text), file)
  return (await transformWithEsbuild(text, file, { loader: "js", minify: true, sourcemap: false }))
    .code
}

for (const name of names.filter((one) => /\.[cm]?js$/.test(one))) {
  const file = join(root, name)
  await writeFile(file, await trimmed(await readFile(file, "utf8"), file))
}

/** Lists every `types` path of the package's exports, except the dashboard's, which is written below. */
function typesIn(exports) {
  if (typeof exports === "string") return []
  return Object.entries(exports).flatMap(([name, value]) => {
    if (name === "./admin") return []
    if (name === "types") return [value]
    return typesIn(value)
  })
}

/** Lists the built declarations of the package's entry points, e.g. `workflows/index.d.ts`. */
async function doorsIn({ exports }) {
  const doors = []
  for (const types of new Set(typesIn(exports))) {
    const [before, after] = types.split("*")
    const rooms = after === undefined ? [""] : await readdir(join(stage, before))
    doors.push(...rooms.map((room) => (after === undefined ? types : before + room + after)))
  }
  return doors.map((types) => relative(join(root, "src"), join(stage, types)))
}

const OWN_SERVICE = `/** The module's service: the plugin's own. Shops use workflows, links and events. */
export default class ConsumerFinancingModuleService {
  private readonly own
}
`

/** Hides the methods of the modules' services: only their links and keys are public. */
async function hideServices() {
  const modules = join(root, "src", "modules")
  for (const name of await readdir(modules)) {
    await writeFile(join(modules, name, "service.d.ts"), OWN_SERVICE)
  }
}

/** Bundles the declarations into one file per entry point, and shared ones into `types`. Drops all others. */
async function bundleDeclarations() {
  const doors = await doorsIn(JSON.parse(await readFile(join(stage, "package.json"), "utf8")))
  const input = doors.map((door) => [door, join(root, "src", door.replace(/\.d\.mts$/, ".d.ts"))])
  const bundle = await rollup({
    input: Object.fromEntries(input),
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [dts()],
    logLevel: "silent",
  })
  const names = { entryFileNames: "[name]", chunkFileNames: "types/[name].ts" }
  const { output } = await bundle.generate({ format: "es", ...names })
  const all = await readdir(root, { recursive: true })
  for (const name of all.filter((one) => one.endsWith(".d.ts"))) await rm(join(root, name))
  for (const { fileName, code } of output) {
    const file = join(root, "src", fileName)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, code)
  }
}

await hideServices()
await bundleDeclarations()

// Removes the dashboard's CommonJS copy: only Vite imports it, as an ES module.
const ADMIN = "declare const plugin: Record<string, unknown>\nexport default plugin\n"
const admin = join(root, "src", "admin")
await rm(join(admin, "index.js"))
await writeFile(join(admin, "index.d.mts"), ADMIN)
