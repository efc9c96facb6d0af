import { access, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { hashContents } from "./content-hash"
import { CACHE, MEDUSA_CLI, PACKAGE_NAME, ROOT } from "./paths"
import type { PluginPackage } from "./plugin-package"
import { unpackPlugin } from "./plugin-package"
import type { Progress } from "./progress"
import { runScript } from "./run-command"
import type { ShopSettings } from "./shop-environment"
import { PLACEHOLDER_SETTINGS, buildShopEnvironment } from "./shop-environment"

/** A Medusa project with the plugin installed. */
export type Shop = {
  directory: string
  /** The shop's own `medusa` script; the repository's by default. */
  cli?: string
  /** The Node that runs the shop; this process's by default. */
  node?: string
}

/** The environment of one command of the shop. */
export type ShopRun = { databaseUrl: string; settings?: Partial<ShopSettings> }

const TEMPLATE = path.join(ROOT, "tooling", "shop-template")
const EXAMPLE_CONFIG = "medusa-config.example.ts"

async function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false
  )
}

/**
 * Creates a shop with the example configuration and the packed plugin in its node_modules. All other packages resolve
 * from the repository, which contains the shop. Runs with the same plugin and template share one directory.
 */
export async function createShop(plugin: PluginPackage): Promise<Shop> {
  const template = await hashContents(ROOT, [EXAMPLE_CONFIG, "tooling/shop-template"])
  const directory = path.join(CACHE, "shops", `${plugin.hash}-${template}`)
  if (await fileExists(directory)) return { directory }
  const stage = `${directory}.${process.pid}`
  await mkdir(stage, { recursive: true })
  await copyTemplate(stage)
  await unpackPlugin(plugin.tarball, path.join(stage, "node_modules", PACKAGE_NAME))
  await moveIntoPlace(stage, directory)
  return { directory }
}

/** Copies the shop template and the example configuration into a directory. */
export async function copyTemplate(directory: string): Promise<void> {
  await cp(TEMPLATE, directory, { recursive: true })
  await cp(path.join(ROOT, EXAMPLE_CONFIG), path.join(directory, EXAMPLE_CONFIG))
  const config = path.join(directory, "medusa-config.ts")
  const text = await readFile(config, "utf8")
  await writeFile(config, text.replace("../../medusa-config.example", "./medusa-config.example"))
}

/** Renames a staged directory, or deletes it when a concurrent run has already created the same one. */
async function moveIntoPlace(stage: string, destination: string): Promise<void> {
  await rename(stage, destination).catch(async (error: Error) => {
    await rm(stage, { recursive: true, force: true })
    if (!(await fileExists(destination))) throw error
  })
}

/** Runs `medusa <args>` in the shop. @returns its output */
export async function runMedusa(shop: Shop, args: string[], run: ShopRun): Promise<string> {
  const settings = { ...PLACEHOLDER_SETTINGS, ...run.settings }
  return runScript({
    script: shop.cli ?? MEDUSA_CLI,
    args,
    cwd: shop.directory,
    node: shop.node,
    env: buildShopEnvironment({ ...settings, databaseUrl: run.databaseUrl }),
  })
}

/** Runs `medusa db:migrate` without prompts. @returns its output */
export async function migrateDatabase(
  shop: Shop,
  databaseUrl: string,
  settings: Partial<ShopSettings> = {}
): Promise<string> {
  return runMedusa(shop, ["db:migrate", "--execute-safe-links"], { databaseUrl, settings })
}

/** Seeds a migrated database: see shop-template/src/scripts/seed.ts. */
export async function seedDatabase(shop: Shop, databaseUrl: string): Promise<void> {
  await runMedusa(shop, ["exec", "./src/scripts/seed.ts"], { databaseUrl })
}

/** Builds the shop's admin dashboard, unless it exists. */
export async function buildAdmin(shop: Shop, progress: Progress): Promise<void> {
  const served = path.join(shop.directory, "public")
  if (await fileExists(served)) return
  await progress("Building the admin dashboard", async () => {
    const run = { databaseUrl: "postgres://localhost/unused", settings: { admin: true } }
    await runMedusa(shop, ["build"], run)
    // `medusa start` serves the dashboard from `public`.
    const stage = `${served}.${process.pid}`
    const built = path.join(shop.directory, ".medusa", "server", "public")
    await cp(built, stage, { recursive: true })
    await moveIntoPlace(stage, served)
  })
}
