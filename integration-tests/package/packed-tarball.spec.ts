import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { Client } from "pg"
import manifest from "../../package.json"
import { PATH_PREFIX, STAGING_CREDENTIALS } from "../../src/sandbox/credentials"
import { startPostgres } from "../../tooling/embedded-postgres"
import { type InstalledSimulator, startInstalledSimulator } from "../../tooling/installed-simulator"
import { getNpmScript, PACKAGE_NAME, ROOT } from "../../tooling/paths"
import { packPlugin } from "../../tooling/plugin-package"
import type { Postgres } from "../../tooling/postgres"
import { consoleProgress as progress } from "../../tooling/progress"
import { runScript } from "../../tooling/run-command"
import { type Shop, runMedusa, migrateDatabase, seedDatabase } from "../../tooling/shop"
import { type Store, startStore } from "../../tooling/store-process"
import { PLACEHOLDER_SETTINGS, buildShopEnvironment } from "../../tooling/shop-environment"
import { readShopFacts } from "../../tooling/shop-facts"
import { createShopClient } from "../../tooling/clients/shop-client"
import { createSimulatorClient } from "../../tooling/clients/simulator-client"
import { buyOneSofa } from "../../tooling/clients/buy-one-sofa"
import { readDatabaseShape } from "../store/database-shape"
import { installFreshShop } from "./fresh-shop"
import { parseLinks, listPackedFiles, readPackedFile } from "./packed-files"

const MINUTE_MS = 60_000
const BIN_PATH = manifest.bin[PACKAGE_NAME as keyof typeof manifest.bin]

const DEFAULT_MEDUSA_CONFIG = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    }
  }
})
`

describe("the packed tarball", () => {
  let tarball: string
  let files: string[]
  beforeAll(async () => {
    tarball = (await packPlugin(progress)).tarball
    files = await listPackedFiles(tarball)
  }, 5 * MINUTE_MS)

  it("contains the built plugin with its types and the simulator", () => {
    const built = ["modules/consumer-financing", "providers/consumer-financing", "financing-api"]
    for (const folder of [...built, "workflows"]) {
      expect(files).toContain(`.medusa/server/src/${folder}/index.js`)
      expect(files).toContain(`.medusa/server/src/${folder}/index.d.ts`)
    }
    expect(files).toContain(".medusa/server/src/init/bin.js")
    expect(files).toContain(".medusa/server/src/sandbox/cli.js")
    expect(files).toContain(".medusa/server/src/admin/index.mjs")
    expect(files.some((name) => /migrations\/Migration\d+\.js$/.test(name))).toBe(true)
  })

  it("contains no specs, source maps, sources, demo, bench or tooling", () => {
    const unwanted = /\.spec\.|\.map$|(^|\/)(__tests__|demo|bench|tooling|integration-tests)\//
    expect(files.filter((name) => unwanted.test(name))).toEqual([])
    const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    expect(sources).toEqual(["medusa-config.example.ts"])
  })

  it("is at most 430 kB in size", async () => {
    expect((await stat(tarball)).size).toBeLessThanOrEqual(430_000)
  })

  it("links only to its own files and to files of the repository", async () => {
    const documents = files.filter((name) => name.endsWith(".md"))
    expect(documents).toEqual(["README.md"])
    for (const document of documents) {
      const { relative, ofRepository } = parseLinks(
        document,
        await readPackedFile(tarball, document)
      )
      const deadLinks = relative.filter((link) => !files.includes(link))
      const deadRepositoryLinks = ofRepository.filter((link) => !existsSync(path.join(ROOT, link)))
      expect([document, deadLinks, deadRepositoryLinks]).toEqual([document, [], []])
    }
    const readme = parseLinks("README.md", await readPackedFile(tarball, "README.md"))
    expect(readme.relative).toContain("medusa-config.example.ts")
    expect(readme.ofRepository).toContain("docs/storefront.md")
    expect(readme.ofRepository).toContain("docs/images/storefront-payment.png")
  })

  it(
    "fails to install with react-router 6, which would break the dashboard's pages",
    async () => {
      const shop = await mkdtemp(path.join(tmpdir(), "consumer-financing-router-"))
      const dependencies = {
        "@medusajs/medusa": manifest.devDependencies["@medusajs/medusa"],
        "@medusajs/framework": manifest.devDependencies["@medusajs/framework"],
        "react-router-dom": "6.30.4",
        [PACKAGE_NAME]: `file:${tarball}`,
      }
      await writeFile(path.join(shop, "package.json"), JSON.stringify({ dependencies }))
      const flags = ["--package-lock-only", "--prefer-offline", "--no-audit", "--no-fund"]
      // Under `npm --silent`, npm would not print the reason.
      const args = ["install", ...flags, "--loglevel=error"]
      await expect(runScript({ script: getNpmScript(), args, cwd: shop })).rejects.toThrow(
        /ERESOLVE[\s\S]*react-router-dom/
      )
      await rm(shop, { recursive: true, force: true })
    },
    2 * MINUTE_MS
  )

  it("contains the types that its exports declare", () => {
    const listTypes = (entry: unknown): string[] =>
      typeof entry === "object" && entry !== null
        ? Object.entries(entry).flatMap(([key, value]: [string, unknown]) =>
            key === "types" ? [String(value)] : listTypes(value)
          )
        : []
    for (const name of listTypes(manifest.exports)) {
      const file = name.replace("./", "").replace("*", "consumer-financing")
      expect(files).toContain(file)
    }
  })

  it("contains type declarations for its entry points only", () => {
    const declared = files.filter((name) => /\.d\.m?ts$/.test(name))
    const entryPoints =
      /src\/(workflows|financing-api|admin|(modules|providers)\/[\w-]+)\/index\.d\.m?ts$/
    const shared = /src\/types\/[\w-]+\.d\.ts$/
    const kit = /src\/storefront\/(index|server|react|form)\.d\.mts$/
    const middlewares = /src\/api\/store\/complete-once\.d\.ts$/
    const allowed = [entryPoints, shared, kit, middlewares]
    expect(declared.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([])
  })

  it("passes publint and Are the types wrong", async () => {
    const publint = path.join(ROOT, "node_modules", "publint", "src", "cli.js")
    const attw = path.join(ROOT, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js")
    const run = (script: string, args: string[]) => runScript({ script, args, cwd: ROOT })
    expect(await run(publint, ["run", tarball, "--strict"])).toContain("All good!")
    const entryPoints = ["modules/consumer-financing", "providers/consumer-financing"]
    // Medusa resolves by `exports` (node16) and reads modules as default exports of CommonJS.
    // The kit is ES modules, which CommonJS can require in every Node that the package supports.
    const ignoredRules = ["cjs-only-exports-default", "cjs-resolves-to-esm"]
    const profileFlags = ["--profile", "node16", "--ignore-rules", ...ignoredRules]
    // Only Vite reads the dashboard's bundle.
    const excludeFlags = ["--exclude-entrypoints", "storefront/styles.css", "admin"]
    const types = run(attw, [
      tarball,
      ...profileFlags,
      ...excludeFlags,
      "--include-entrypoints",
      ...entryPoints,
    ])
    await expect(types).resolves.toContain("providers/consumer-financing")
  })

  it("depends only on undici, libraries for phones, CSV and diffs, and what a Medusa store already has", () => {
    // Express itself depends on proxy-addr and ipaddr.js.
    const medusaPackages = ["express", "ipaddr.js", "proxy-addr", "yargs"]
    const expected = [
      "csv-stringify",
      "diff",
      "libphonenumber-js",
      "undici",
      ...medusaPackages,
    ].sort()
    expect(Object.keys(manifest.dependencies).sort()).toEqual(expected)
  })
})

describe("a fresh Medusa store with the tarball installed by npm", () => {
  let shop: Shop
  let postgres: Postgres
  let databaseUrl: string
  let store: Store | undefined
  let simulator: InstalledSimulator | undefined

  beforeAll(async () => {
    const { tarball } = await packPlugin(progress)
    shop = await installFreshShop(tarball, progress)
    postgres = await startPostgres()
    databaseUrl = await postgres.createDatabase(`fresh_shop_${process.pid}`)
  }, 10 * MINUTE_MS)

  afterAll(async () => {
    await store?.stop()
    await simulator?.stop()
    await postgres?.stop()
    if (shop) await rm(shop.directory, { recursive: true, force: true })
  }, 5 * MINUTE_MS)

  it("resolves every entry point that the package exports", () => {
    const shopRequire = createRequire(path.join(shop.directory, "package.json"))
    for (const entryPoint of Object.keys(manifest.exports)) {
      const specifier = path.posix.join(PACKAGE_NAME, entryPoint.replace("*", "consumer-financing"))
      expect(shopRequire.resolve(specifier)).toContain(PACKAGE_NAME)
    }
  })

  it("has one copy of react-router-dom, which the dashboard and the plugin's pages share", async () => {
    const modules = path.join(shop.directory, "node_modules")
    const names = await readdir(modules, { recursive: true })
    const copies = names.filter((name) =>
      /(^|node_modules\/)react-router-dom\/package.json$/.test(name)
    )
    expect(copies).toEqual(["react-router-dom/package.json"])
  })

  it("has no inline source maps in the plugin's files", async () => {
    const buildDirectory = path.join(
      shop.directory,
      "node_modules",
      PACKAGE_NAME,
      ".medusa",
      "server"
    )
    const names = await readdir(buildDirectory, { recursive: true })
    const scripts = names.filter((name) => name.endsWith(".js"))
    const texts = await Promise.all(
      scripts.map((name) => readFile(path.join(buildDirectory, name), "utf8"))
    )
    expect(scripts.filter((_, index) => texts[index]?.includes("sourceMappingURL"))).toEqual([])
  })

  it(
    "creates the plugin's tables by its migrations",
    async () => {
      await progress("Migrating", () => migrateDatabase(shop, databaseUrl))
      const { columns } = await readDatabaseShape(databaseUrl)
      const application = { table_name: "financing_application" }
      expect(columns).toContainEqual(expect.objectContaining(application))
    },
    4 * MINUTE_MS
  )

  it(
    "keeps its schema when it is migrated again",
    async () => {
      const shape = await readDatabaseShape(databaseUrl)
      await progress("Migrating again", () => migrateDatabase(shop, databaseUrl))
      expect(await readDatabaseShape(databaseUrl)).toEqual(shape)
    },
    4 * MINUTE_MS
  )

  it(
    "builds, admin dashboard included",
    async () => {
      await progress("Building the shop", () => runMedusa(shop, ["build"], { databaseUrl }))
    },
    6 * MINUTE_MS
  )

  it(
    "sells one financed sofa, from the cart to the settled loan",
    async () => {
      await progress("Seeding", () => seedDatabase(shop, databaseUrl))
      simulator = await startInstalledSimulator(shop)
      const { url } = simulator
      const server = { ...shop, directory: path.join(shop.directory, ".medusa", "server") }
      const settings = {
        secret: "8cd245884a08fd7281211a8236fb0149a9dbbd7f08a3f61b14c91bc8423cdfd8",
        staging: { baseUrl: url + PATH_PREFIX.staging, ...STAGING_CREDENTIALS },
      }
      store = await progress("Starting the built shop", () =>
        startStore({ shop: server, databaseUrl, settings })
      )
      expect((await fetch(`${store.url}/app`)).status).toBe(200)

      const { application } = await buyOneSofa({ store, databaseUrl, simulatorUrl: url })
      // (1299.00 + 49.00) × 1.08875 = 1467.635, rounded once.
      expect(application).toMatchObject({ loanAmount: 1467.64, settled: true, settleCount: 1 })
    },
    4 * MINUTE_MS
  )

  it(
    "runs verify of the installed package, which finds no contradiction",
    async () => {
      const { url } = simulator ?? { url: "" }
      const file = path.join(shop.directory, ".env.verify")
      const variables = [
        `FINANCING_STAGING_BASE_URL=${url}${PATH_PREFIX.staging}`,
        `FINANCING_STAGING_USERNAME=${STAGING_CREDENTIALS.apiUsername}`,
        `FINANCING_STAGING_PASSWORD=${STAGING_CREDENTIALS.apiPassword}`,
        `FINANCING_STAGING_SIGNATURE=${STAGING_CREDENTIALS.apiSignature}`,
      ]
      await writeFile(file, variables.join("\n"))
      const script = path.join(shop.directory, "node_modules", PACKAGE_NAME, BIN_PATH)
      const args = ["verify", "--yes", "--env-file", file]
      const output = await runScript({ script, args, cwd: shop.directory, env: {} })
      expect(output).toMatch(/\d+ confirmed, 0 contradicted, \d+ not seen/)
    },
    2 * MINUTE_MS
  )

  it(
    "finances a demo sofa after init, db:migrate and init --demo-region",
    async () => {
      await writeFile(path.join(shop.directory, "medusa-config.ts"), DEFAULT_MEDUSA_CONFIG)
      const emptyUrl = await postgres.createDatabase(`empty_shop_${process.pid}`)
      const env = buildShopEnvironment({ ...PLACEHOLDER_SETTINGS, databaseUrl: emptyUrl })
      const script = path.join(shop.directory, "node_modules", PACKAGE_NAME, BIN_PATH)
      const runInit = (...args: string[]) =>
        runScript({ script, args: ["init", ...args], cwd: shop.directory, env })
      expect(await runInit("--yes")).toContain("Written. Next: npx medusa db:migrate")
      expect(await runInit("--yes")).toContain("Everything is there already.")
      await progress("Migrating an empty shop", () => migrateDatabase(shop, emptyUrl))
      expect(await runInit("--demo-region")).toContain("The shop sells /products/demo-sofa")
      // As if the command had died before its last step.
      await runStatement(emptyUrl, "update region_country set region_id = null; delete from region")
      expect(await runInit("--demo-region")).toContain("The shop sells /products/demo-sofa")
      expect(await runInit("--demo-region")).toMatch(/nothing is created[^]*publishable key: pk_/)

      const url = String(simulator?.url)
      const staging = { baseUrl: url + PATH_PREFIX.staging, ...STAGING_CREDENTIALS }
      const server = { ...shop, directory: path.join(shop.directory, ".medusa", "server") }
      await store?.stop()
      store = await startStore({ shop: server, databaseUrl: emptyUrl, settings: { staging } })
      const shopClient = createShopClient(store.url, await readShopFacts(emptyUrl))
      const cart = await shopClient.createCart({ items: [{ handle: "demo-sofa", quantity: 1 }] })
      await shopClient.choosePaymentMethod(cart.id)
      const application = await createSimulatorClient(url).findCartApplication(cart.id)
      expect(application).toMatchObject({ loanAmount: 1348, status: "P" })
    },
    6 * MINUTE_MS
  )
})

async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
