import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { performance } from "node:perf_hooks"
import { PATH_PREFIX, STAGING_CREDENTIALS } from "../../src/sandbox/credentials"
import { openBrowser } from "../browser"
import { buyOneSofa } from "../clients/buy-one-sofa"
import { startInstalledSimulator } from "../installed-simulator"
import type { Postgres } from "../postgres"
import { consoleProgress } from "../progress"
import { runScript } from "../run-command"
import { runMedusa, migrateDatabase, seedDatabase, type Shop } from "../shop"
import { PLACEHOLDER_SETTINGS } from "../shop-environment"
import { startStore } from "../store-process"
import type { Cell } from "./cells"
import { createProject } from "./create-project"
import { checkDashboard } from "./check-dashboard"
import { getNodeBinary, getManagerScript } from "./tools"

export const STEPS = ["install", "migrate", "again", "build", "boot", "buy", "dashboard"] as const
export type Step = (typeof STEPS)[number]

/** The result of a cell: the seconds of each step, up to a failed one. */
export type CellResult = {
  cell: Cell
  /** The exact versions that ran. */
  versions: { node: string; manager: string }
  seconds: Partial<Record<Step, number>>
  failure?: { step: Step; message: string }
}

export type CellEnvironment = { tarball: string; postgres: Postgres; isPreview: boolean }

type InstallOptions = { node: string; root: string; isPreview: boolean }

async function install(
  { manager }: Cell,
  { node, root, isPreview }: InstallOptions
): Promise<void> {
  const script = await getManagerScript(manager)
  const args: Record<Cell["manager"], string[]> = {
    npm: [
      ...["install", "--no-audit", "--no-fund", "--loglevel=error"],
      // A preview does not satisfy the peer dependency's range.
      ...(isPreview ? ["--legacy-peer-deps"] : []),
    ],
    pnpm: ["install", "--no-frozen-lockfile"],
    yarn: ["install"],
  }
  // Yarn forbids changes of the lockfile in CI by default.
  const env = { CI: "true", YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_ENABLE_TELEMETRY: "0" }
  await runScript({ script, args: args[manager], cwd: root, env, node, timeoutSeconds: 900 })
}

async function getVersions(cell: Cell, node: string): Promise<CellResult["versions"]> {
  const [first = ""] = (
    await runScript({
      script: await getManagerScript(cell.manager),
      args: ["--version"],
      cwd: tmpdir(),
      node,
    })
  ).split("\n")
  const own = await runScript({ script: "-p", args: ["process.version"], cwd: tmpdir(), node })
  return { node: own.trim(), manager: first.trim() }
}

/** Installs, migrates, builds, starts and uses a shop in a temporary folder. Reports failures instead of rejecting. */
export async function testCell(
  cell: Cell,
  { tarball, postgres, isPreview }: CellEnvironment
): Promise<CellResult> {
  const node = await getNodeBinary(cell.node)
  const result: CellResult = { cell, versions: await getVersions(cell, node), seconds: {} }
  const runStep = async <T>(name: Step, title: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    try {
      return await consoleProgress(title, work)
    } catch (error) {
      result.failure = { step: name, message: error instanceof Error ? error.message : "unknown" }
      throw error
    } finally {
      result.seconds[name] = Math.round((performance.now() - started) / 1_000)
    }
  }
  const root = await mkdtemp(path.join(tmpdir(), "consumer-financing-cell-"))
  const database = `matrix_${path.basename(root).slice(-6).toLowerCase()}`
  const closing: (() => Promise<unknown>)[] = [
    () => rm(root, { recursive: true, force: true }),
    () => postgres.dropDatabase(database),
  ]
  try {
    const project = await createProject(root, cell, tarball)
    await runStep("install", "Installing", () =>
      install(cell, { node, root: project.root, isPreview })
    )
    const cli = path.join(project.directory, "node_modules", "@medusajs", "cli", "cli.js")
    const shop: Shop = { directory: project.directory, cli, node }
    const databaseUrl = await postgres.createDatabase(database)
    await runStep("migrate", "Migrating", () => migrateDatabase(shop, databaseUrl))
    await runStep("again", "Migrating again", () => migrateDatabase(shop, databaseUrl))
    await runStep("build", "Building", () =>
      runMedusa(shop, ["build"], { databaseUrl, settings: { admin: true } })
    )
    await seedDatabase(shop, databaseUrl)
    const simulator = await startInstalledSimulator(shop)
    closing.push(simulator.stop)
    const { url: simulatorUrl } = simulator
    const settings = {
      ...PLACEHOLDER_SETTINGS,
      admin: true,
      staging: { baseUrl: simulatorUrl + PATH_PREFIX.staging, ...STAGING_CREDENTIALS },
    }
    const built = { ...shop, directory: path.join(shop.directory, ".medusa", "server") }
    // Lets `startStore` set the store's own address.
    const { backendUrl: _, ...started } = settings
    const store = await runStep("boot", "Starting", () =>
      startStore({ shop: built, databaseUrl, settings: started })
    )
    closing.push(store.stop)
    const { order, application } = await runStep("buy", "Buying", () =>
      buyOneSofa({ store, databaseUrl, simulatorUrl })
    )
    if (application.settleCount !== 1) throw new Error("The loan was not settled exactly once")
    await runStep("dashboard", "Checking the dashboard", async () => {
      const browser = await openBrowser()
      closing.push(() => browser.close())
      await checkDashboard(browser, store.url, order.id)
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown"
    result.failure ??= { step: "install", message }
  } finally {
    for (const close of closing.reverse()) await close().catch(() => undefined)
  }
  return result
}
