// Bundles each storefront entry into one ES module, which replaces the output of `medusa plugin:build`.
// tooling/trim-build.mjs writes the declarations.
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "vite"
import { oneStatementALine } from "./one-statement-a-line.mjs"

const ENTRIES = ["index", "server", "react", "form"]
const stage = process.argv[2] ?? process.cwd()
const source = join(stage, "src", "storefront")
const built = join(stage, ".medusa", "server", "src", "storefront")

/** Whether the form entry imports the React components, which stay a separate module. */
const isBeside = (entry, id) => entry === "form" && /\/react(\.ts)?$/.test(id) && /^[./]/.test(id)

const compiled = await readdir(built, { recursive: true })
for (const name of compiled.filter((one) => one.endsWith(".js"))) await rm(join(built, name))

for (const entry of ENTRIES) {
  await build({
    root: stage,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    // Production JSX in every build environment.
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
        // The form entry shares its context provider with the React entry, so it must not bundle a second one.
        external: (id) => /^react(-dom|-hook-form)?(\/|$)/.test(id) || isBeside(entry, id),
        output: {
          paths: (id) => (isBeside(entry, id) ? "./react.mjs" : id),
          // Frameworks with server components need the directive.
          ...(["react", "form"].includes(entry) ? { banner: '"use client";' } : {}),
        },
      },
    },
  })
  const file = join(built, `${entry}.mjs`)
  await writeFile(file, await oneStatementALine(await readFile(file, "utf8"), file))
}
await copyFile(join(source, "styles.css"), join(built, "styles.css"))
