// What `medusa plugin:build` writes beyond what a shop needs, taken out of the published files: comments,
// source maps and schemas' descriptions of what runs (the declarations keep their comments), and declarations that
// none of the package's doors shows. The dashboard's bundle is minified, and gets the declarations that its
// build does not write.
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

/** `.describe("…")` or `.meta({ description: "…" })` of a schema. Only the documents are written from them. */
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

/** Tailwind looks for the names of classes in the dashboard's bundle: strings stay as they are. */
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

/** Every `types` among the package's exports, but for the dashboard's, which are written below. */
function typesIn(exports) {
  if (typeof exports === "string") return []
  return Object.entries(exports).flatMap(([name, value]) => {
    if (name === "./admin") return []
    if (name === "types") return [value]
    return typesIn(value)
  })
}

/** The declarations of the package's doors as they were built, e.g. `workflows/index.d.ts`. */
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

/** What the module can be asked for is no door: its links are, and its key. */
async function hideServices() {
  const modules = join(root, "src", "modules")
  for (const name of await readdir(modules)) {
    await writeFile(join(modules, name, "service.d.ts"), OWN_SERVICE)
  }
}

/** One file for each door, and what several of them share in `types`: nothing that no door shows. */
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

// Vite, which alone takes it, takes the ES module: its copy for CommonJS would be a second of the same size.
const ADMIN = "declare const plugin: Record<string, unknown>\nexport default plugin\n"
const admin = join(root, "src", "admin")
await rm(join(admin, "index.js"))
await writeFile(join(admin, "index.d.mts"), ADMIN)
