import { createRequire } from "node:module"
import path from "node:path"

export const PACKAGE_NAME = "medusa-payment-consumer-financing"

/** The repository. */
export const ROOT = path.join(__dirname, "..")

/** Holds only reproducible files; deleting it is always safe. */
export const CACHE = path.join(ROOT, ".cache")

/** Resolves packages from the repository's root. */
export const requireFromRoot = createRequire(path.join(ROOT, "package.json"))

/** The script of the `medusa` command. */
export const MEDUSA_CLI = path.join(
  path.dirname(requireFromRoot.resolve("@medusajs/cli/package.json")),
  "cli.js"
)

/** Returns npm's script: the npm that started this process, or the one installed with this Node. @throws Error */
export function getNpmScript(): string {
  const started = process.env.npm_execpath
  if (started?.endsWith("npm-cli.js")) return started
  const nodeDirectory = path.dirname(process.execPath)
  const candidates = [
    path.join(nodeDirectory, "..", "lib", "node_modules", "npm", "package.json"),
    path.join(nodeDirectory, "node_modules", "npm", "package.json"),
  ]
  for (const candidate of candidates) {
    try {
      return path.join(path.dirname(requireFromRoot.resolve(candidate)), "bin", "npm-cli.js")
    } catch {
      // Not installed there: try the next place.
    }
  }
  throw new Error("npm was not found next to Node: use `npm run`.")
}
