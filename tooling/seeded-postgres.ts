import { randomBytes } from "node:crypto"
import { access, readdir, rm } from "node:fs/promises"
import path from "node:path"
import { hashContents } from "./content-hash"
import { startPostgres } from "./embedded-postgres"
import { CACHE, PACKAGE_NAME, ROOT } from "./paths"
import type { Postgres } from "./postgres"
import type { Progress } from "./progress"
import type { Shop } from "./shop"
import { migrateDatabase, seedDatabase } from "./shop"

/** A server with a migrated and seeded template database. */
export type SeededPostgres = {
  postgres: Postgres
  /** The URL of the template database. Postgres can copy it only while no client is connected. */
  templateUrl: string
  /** Creates a copy of the template database. @returns its connection string */
  createShopDatabase: (name: string) => Promise<string>
}

/**
 * Hashes everything that a migrated and seeded database depends on. Uses the plugin that the shop has installed, since
 * the working tree may have changed since it was packed.
 */
async function hashDatabaseInputs(shop: Shop): Promise<string> {
  const installed = path.join(shop.directory, "node_modules", PACKAGE_NAME)
  const plugin = path.join(installed, ".medusa", "server", "src")
  const modules = await readdir(path.join(plugin, "modules")).catch(() => [])
  const models = modules.flatMap((name) => [`modules/${name}/migrations`, `modules/${name}/models`])
  const shared = ["package-lock.json", "medusa-config.example.ts", "tooling/shop-template"]
  return `${await hashContents(ROOT, shared)}-${await hashContents(plugin, ["links", ...models])}`
}

async function fillDatabase(
  postgres: Postgres,
  template: string,
  work: SeedOptions
): Promise<void> {
  const { shop, progress } = work
  const url = await postgres.createDatabase(template)
  await progress("Migrating an empty database", () => migrateDatabase(shop, url))
  await progress("Seeding the shop", () => seedDatabase(shop, url))
}

/** Fills the template database. Stops the server on failure. */
async function fillOrStop(postgres: Postgres, template: string, work: SeedOptions): Promise<void> {
  try {
    await fillDatabase(postgres, template, work)
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

type SeedOptions = { shop: Shop; progress: Progress }

function createSeededPostgres(postgres: Postgres, template: string, suffix = ""): SeededPostgres {
  return {
    postgres,
    templateUrl: postgres.url(template),
    createShopDatabase: (name) => postgres.createDatabase(`${name}${suffix}`, { template }),
  }
}

/** Prepares a shared server. Database names carry a random suffix of this run. */
async function seedExternalServer(work: SeedOptions): Promise<SeededPostgres> {
  const postgres = await startPostgres()
  const suffix = `_${randomBytes(4).toString("hex")}`
  const template = `shop_template${suffix}`
  await fillOrStop(postgres, template, work)
  return createSeededPostgres(postgres, template, suffix)
}

/**
 * Starts Postgres with a migrated and seeded database. An embedded server keeps it in the cache until the models or
 * the seed change.
 */
export async function startSeededPostgres(work: SeedOptions): Promise<SeededPostgres> {
  if (process.env.DATABASE_URL) return seedExternalServer(work)
  const template = "shop_template"
  const clusters = path.join(CACHE, "clusters")
  const hash = await hashDatabaseInputs(work.shop)
  const saved = path.join(clusters, hash)
  const isSaved = await access(saved).then(
    () => true,
    () => false
  )
  if (!isSaved) {
    const postgres = await startPostgres()
    await fillOrStop(postgres, template, work)
    await postgres.stop({ keep: saved })
    for (const name of await readdir(clusters)) {
      if (name !== hash) await rm(path.join(clusters, name), { recursive: true, force: true })
    }
  }
  return createSeededPostgres(
    await work.progress("Starting Postgres", () => startPostgres({ from: saved })),
    template
  )
}
