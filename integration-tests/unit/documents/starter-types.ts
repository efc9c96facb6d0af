import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { CACHE, ROOT } from "../../../tooling/paths"
import { runScript } from "../../../tooling/run-command"
import { parseEdits } from "../../../tooling/starter/page-edits"
import { readRepositoryFile } from "./documents"

/** Declares the starter's modules that the page's code blocks use. */
const STARTER_DECLARATIONS = `
declare module "@lib/config" {
  import type Medusa from "@medusajs/js-sdk"
  export const sdk: Medusa
}
declare module "*/cookies" {
  export const getCartId: () => Promise<string | undefined>
  export const removeCartId: () => Promise<void>
  export const getAuthHeaders: () => Promise<{ authorization: string } | Record<string, never>>
  export const getCacheTag: (tag: string) => Promise<string>
}
`

const getKitPath = (entry: string): [string, string[]] => [
  `medusa-payment-consumer-financing/storefront${entry === "index" ? "" : `/${entry}`}`,
  [path.join(ROOT, "src", "storefront", `${entry}.ts`)],
]

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: "react-jsx",
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: ["react"],
    paths: {
      "@lib/data/financing": ["./src/lib/data/financing.ts"],
      "@modules/financing": ["./src/modules/financing"],
      ...Object.fromEntries(["index", "server", "react"].map(getKitPath)),
    },
  },
}

/**
 * Type-checks the files that docs/storefront.md adds to Medusa's starter.
 * @param surroundings declarations of the parts of Next that the files use, or code that imports the real package
 * @param prepare adds further files to the folder
 * @returns the compiler's output
 */
export async function findStarterTypeErrors(
  surroundings: string,
  prepare: (folder: string) => Promise<unknown> = async () => undefined
): Promise<string> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(path.join(CACHE, "starter-"))
  try {
    await prepare(folder)
    await writeFile(path.join(folder, "surroundings.d.ts"), STARTER_DECLARATIONS)
    await writeFile(path.join(folder, "next.ts"), surroundings)
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG))
    const written = parseEdits(readRepositoryFile("docs/storefront.md")).filter(
      ({ kind }) => kind === "new"
    )
    for (const { file, lines } of written) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
      await writeFile(path.join(folder, file), lines.join("\n"))
    }
    const script = path.join(ROOT, "node_modules", "typescript", "bin", "tsc")
    return await runScript({ script, args: ["-p", folder], cwd: folder }).catch(
      (error: Error & { stdout?: string }) => error.stdout || error.message
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
