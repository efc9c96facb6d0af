// What a shop's frontend imports, bundled into one ES module an entry, in the place of what `medusa plugin:build`
// compiled of it. Its declarations are written by tooling/trim-build.mjs.
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "vite"
import { oneStatementALine } from "./one-statement-a-line.mjs"

const ENTRIES = ["index", "server", "react", "form"]
const stage = process.argv[2] ?? process.cwd()
const source = join(stage, "src", "storefront")
const built = join(stage, ".medusa", "server", "src", "storefront")

/** The parts, as the form's source imports them. */
const isBeside = (entry, id) => entry === "form" && /\/react(\.ts)?$/.test(id) && /^[./]/.test(id)

const compiled = await readdir(built, { recursive: true })
for (const name of compiled.filter((one) => one.endsWith(".js"))) await rm(join(built, name))

for (const entry of ENTRIES) {
  await build({
    root: stage,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    // Whatever environment it is built in.
    esbuild: { jsx: "automatic", jsxDev: false },
    build: {
      outDir: built,
      emptyOutDir: false,
      minify: false,
      target: "es2022",
      lib: {
        entry: join(source, `${entry}.ts`),
        formats: ["es"],
        fileName: () => `${entry}.mjs`,
      },
      rollupOptions: {
        // The form takes its provider from the parts beside it: there is one.
        external: (id) => /^react(-dom|-hook-form)?(\/|$)/.test(id) || isBeside(entry, id),
        output: {
          paths: (id) => (isBeside(entry, id) ? "./react.mjs" : id),
          // Frameworks with server components ask for the directive.
          ...(["react", "form"].includes(entry) ? { banner: '"use client";' } : {}),
        },
      },
    },
  })
  const file = join(built, `${entry}.mjs`)
  await writeFile(file, await oneStatementALine(await readFile(file, "utf8"), file))
}
await copyFile(join(source, "styles.css"), join(built, "styles.css"))
