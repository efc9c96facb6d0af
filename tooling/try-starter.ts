import { mkdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import type { Browser } from "playwright-core"
import { type Sandbox, startSandbox } from "../src/sandbox"
import { openBrowser } from "./browser"
import { startPostgres } from "./embedded-postgres"
import { CACHE, ROOT } from "./paths"
import { packPlugin } from "./plugin-package"
import { consoleProgress as progress } from "./progress"
import { PLACEHOLDER_SETTINGS, buildShopEnvironment } from "./shop-environment"
import { readShopFacts } from "./shop-facts"
import { BROWSER_ARGS, MEDUSA, getPort, SERVICE, SHOP } from "./starter/hosts"
import { OUTCOMES, type Visit } from "./starter/outcomes"
import {
  applyEdits,
  countChangedLines,
  parseEdits,
  readPluginOptions,
  readUpgradeVersions,
} from "./starter/page-edits"
import {
  addPlugin,
  copyStarter,
  enableDialog,
  runCommand,
  startServer,
} from "./starter/run-starter"

/** Applies docs/storefront.md to a copy of Medusa's starter, and tests every outcome of a purchase in a browser. */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const given = args.find((arg) => !arg.startsWith("--"))
  const keepsRunning = args.includes("--keep")
  if (!given) {
    throw new Error(
      "Pass the folder of Medusa's starter: npm run try:starter -- ../dtc-starter [--keep]"
    )
  }
  const { tarball } = await packPlugin(progress)
  const page = await readFile(path.join(ROOT, "docs", "storefront.md"), "utf8")
  const starter = await copyStarter(path.resolve(given), readPluginOptions(page))
  const edits = parseEdits(page)
  await applyEdits(edits, starter.storefront)
  await enableDialog(starter)
  const operations = await readFile(path.join(ROOT, "docs", "operations.md"), "utf8")
  await addPlugin(starter, { tarball, upgrade: readUpgradeVersions(operations) })
  console.log(`  ${edits.length} files, ${countChangedLines(edits)} lines added or removed`)
  const install = { cwd: starter.folder, args: ["install", "--no-frozen-lockfile"], log: "install" }
  await progress("Installing the starter", () => runCommand(starter, install))

  const cleanups: (() => unknown)[] = []
  try {
    const postgres = await startPostgres()
    cleanups.push(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase("starter")
    const port = getPort(SERVICE)
    const service = await startSandbox({ port, publicUrl: SERVICE, quiet: true })
    cleanups.push(() => service.close())
    const { staging } = service.credentials
    const access = {
      baseUrl: service.baseUrl.replace(SERVICE, `http://localhost:${port}`),
      ...staging,
    }
    const env = buildShopEnvironment({
      ...PLACEHOLDER_SETTINGS,
      databaseUrl,
      backendUrl: MEDUSA,
      storefrontUrl: SHOP,
      secret: "85b18afd577777fe07ce65fec89a950f1dc8b9e97ce6f4f94bd42aa1959f8359",
      staging: access,
      production: { ...access, ...service.credentials.production },
      admin: true,
    })
    const medusa = (log: string, ...args: string[]) => ({
      cwd: starter.backend,
      args: ["exec", "medusa", ...args],
      env,
      log,
    })
    const migrate = medusa("migrate", "db:migrate", "--execute-safe-links")
    await progress("Migrating", () => runCommand(starter, migrate))
    await progress("Seeding", () =>
      runCommand(starter, medusa("seed", "exec", "./src/scripts/seed.ts"))
    )
    await progress("Building Medusa", () => runCommand(starter, medusa("backend-build", "build")))
    const built = {
      ...medusa("backend", "start", "--port", String(getPort(MEDUSA))),
      cwd: path.join(starter.backend, ".medusa", "server"),
    }
    const health = `http://localhost:${getPort(MEDUSA)}/health`
    cleanups.push(await progress("Starting Medusa", () => startServer(starter, built, health)))

    const { publishableKey } = await readShopFacts(databaseUrl)
    const shop = {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: MEDUSA,
      NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: publishableKey,
      NEXT_PUBLIC_DEFAULT_REGION: "us",
      NEXT_PUBLIC_BASE_URL: SHOP,
    }
    const next = (log: string, ...args: string[]) => ({
      cwd: starter.storefront,
      args: ["exec", "next", ...args],
      env: shop,
      log,
    })
    await progress("Building the storefront", () =>
      runCommand(starter, next("storefront-build", "build"))
    )
    const storefront = next("storefront", "start", "-p", String(getPort(SHOP)))
    const home = `http://localhost:${getPort(SHOP)}/us`
    cleanups.push(
      await progress("Starting the storefront", () => startServer(starter, storefront, home))
    )

    const browser = await openBrowser(BROWSER_ARGS)
    cleanups.push(() => browser.close())
    const pictures = path.join(CACHE, "starter-pictures")
    await rm(pictures, { recursive: true, force: true })
    await mkdir(pictures, { recursive: true })
    for (const [name, outcome] of Object.entries(OUTCOMES)) {
      const files = path.join(pictures, name)
      await progress(name, () => runOutcome(browser, { files, service }, outcome))
    }
    if (keepsRunning) {
      console.log(
        `Running until Ctrl-C: ${SHOP}/us, with Medusa at ${MEDUSA} and the service at ${SERVICE}.`
      )
      console.log(`To open these hosts, start a browser with: ${BROWSER_ARGS.join(" ")}`)
      await new Promise((resolve) => process.once("SIGINT", resolve))
    }
    console.log(`Every outcome passed. Screenshots: ${path.relative(ROOT, pictures)}`)
  } finally {
    for (const close of cleanups.reverse()) await close()
  }
}

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 1000 },
]

type OutcomeOptions = { files: string; service: Sandbox }

/** Runs one outcome in a new browser context, with screenshots. */
async function runOutcome(
  browser: Browser,
  { files, service }: OutcomeOptions,
  outcome: (visit: Visit) => Promise<void>
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const takeScreenshots = async (station: string) => {
    for (const window of WINDOWS) {
      await page.setViewportSize(window)
      await page.screenshot({ path: `${files}, ${station}, ${window.width}.png`, fullPage: true })
    }
  }
  try {
    await outcome({ page, service, takeScreenshots })
  } catch (error) {
    await takeScreenshots("failed").catch(() => undefined)
    throw error
  } finally {
    await context.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
