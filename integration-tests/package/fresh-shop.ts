import { cp, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { listProjectPackages } from "../../tooling/new-project"
import { getNpmScript, PACKAGE_NAME, ROOT } from "../../tooling/paths"
import type { Progress } from "../../tooling/progress"
import { runScript } from "../../tooling/run-command"
import type { Shop } from "../../tooling/shop"

/**
 * Installs a Medusa store and the tarball with npm in a directory outside the repository, with the README's
 * configuration.
 */
export async function installFreshShop(tarball: string, progress: Progress): Promise<Shop> {
  const directory = await mkdtemp(path.join(tmpdir(), "consumer-financing-shop-"))
  const template = path.join(ROOT, "tooling", "shop-template")
  await cp(path.join(template, "src"), path.join(directory, "src"), { recursive: true })
  await cp(path.join(template, "tsconfig.json"), path.join(directory, "tsconfig.json"))
  const example = path.join(ROOT, "medusa-config.example.ts")
  await cp(example, path.join(directory, "medusa-config.ts"))
  const { dependencies, devDependencies } = listProjectPackages()
  const shop = {
    name: "fresh-shop",
    version: "0.0.0",
    private: true,
    dependencies: { ...dependencies, [PACKAGE_NAME]: `file:${tarball}` },
    devDependencies,
  }
  await writeFile(path.join(directory, "package.json"), JSON.stringify(shop, null, 2))
  await progress("Installing Medusa and the tarball into a fresh shop", () =>
    runScript({
      script: getNpmScript(),
      args: ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
      cwd: directory,
    })
  )
  const cli = path.join(directory, "node_modules", "@medusajs", "cli", "cli.js")
  return { directory, cli }
}
