import { createRequire } from "node:module"
import path from "node:path"

export const PACKAGE_NAME = "medusa-payment-consumer-financing"

/** The repository. */
export const ROOT = path.join(__dirname, "..")

/** Everything that can be made again lives here; deleting it is always safe. */
export const CACHE = path.join(ROOT, ".cache")

/** Resolves packages as the repository sees them. */
export const fromRoot = createRequire(path.join(ROOT, "package.json"))

/** Medusa's command line, as `npx medusa` would run it. */
export const MEDUSA_CLI = path.join(
  path.dirname(fromRoot.resolve("@medusajs/cli/package.json")),
  "cli.js"
)

/** npm itself, for `node <npm> …`: the one that started us, or the one beside this Node. */
export function npmScript(): string {
  const started = process.env.npm_execpath
  if (started?.endsWith("npm-cli.js")) return started
  const beside = path.dirname(process.execPath)
  const places = [
    path.join(beside, "..", "lib", "node_modules", "npm", "package.json"),
    path.join(beside, "node_modules", "npm", "package.json"),
  ]
  for (const place of places) {
    try {
      return path.join(path.dirname(fromRoot.resolve(place)), "bin", "npm-cli.js")
    } catch {
      // Not installed there: look in the next place.
    }
  }
  throw new Error("npm was not found beside Node: run this through `npm run`.")
}
