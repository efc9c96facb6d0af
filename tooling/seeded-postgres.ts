import { randomBytes } from "node:crypto"
import { access, readdir, rm } from "node:fs/promises"
import path from "node:path"
import { contentHash } from "./content-hash"
import { startPostgres } from "./embedded-postgres"
import { CACHE, PACKAGE_NAME, ROOT } from "./paths"
import type { Postgres } from "./postgres"
import type { Progress } from "./progress"
import type { Shop } from "./shop"
import { migrate, seed } from "./shop"

/** A server with a migrated and seeded database to make copies of. */
export type SeededPostgres = {
  postgres: Postgres
  /** Where the seeded database is; nobody may be connected to it while it is copied. */
  templateUrl: string
  /** A fresh copy of the seeded database. @returns its connection string */
  createShopDatabase: (name: string) => Promise<string>
}

/**
 * A name for everything that a migrated and seeded database depends on. Of the plugin that is what
 * the shop has installed: the working tree may have moved on since it was packed.
 */
async function databaseHash(shop: Shop): Promise<string> {
  const installed = path.join(shop.directory, "node_modules", PACKAGE_NAME)
  const plugin = path.join(installed, ".medusa", "server", "src")
  const modules = await readdir(path.join(plugin, "modules")).catch(() => [])
  const models = modules.flatMap((name) => [`modules/${name}/migrations`, `modules/${name}/models`])
  const shared = ["package-lock.json", "medusa-config.example.ts", "tooling/shop-template"]
  return `${await contentHash(ROOT, shared)}-${await contentHash(plugin, ["links", ...models])}`
}

async function fill(postgres: Postgres, template: string, work: Work): Promise<void> {
  const { shop, progress } = work
  const url = await postgres.createDatabase(template)
  await progress("Migrating an empty database", () => migrate(shop, url))
  await progress("Seeding the shop", () => seed(shop, url))
}

/** A server whose database could not be filled has nobody else to stop it. */
async function fillOrStop(postgres: Postgres, template: string, work: Work): Promise<void> {
  try {
    await fill(postgres, template, work)
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

type Work = { shop: Shop; progress: Progress }

function seeded(postgres: Postgres, template: string, suffix = ""): SeededPostgres {
  return {
    postgres,
    templateUrl: postgres.url(template),
    createShopDatabase: (name) => postgres.createDatabase(`${name}${suffix}`, { template }),
  }
}

/** On a server that others use too, every name carries a mark of this run. */
async function onExternalServer(work: Work): Promise<SeededPostgres> {
  const postgres = await startPostgres()
  const suffix = `_${randomBytes(4).toString("hex")}`
  const template = `shop_template${suffix}`
  await fillOrStop(postgres, template, work)
  return seeded(postgres, template, suffix)
}

/**
 * Starts Postgres with a migrated, seeded database. An embedded server keeps the result in the
 * cache, so that only the first run, or one after the models or the seed changed, takes long.
 */
export async function startSeededPostgres(work: Work): Promise<SeededPostgres> {
  if (process.env.DATABASE_URL) return onExternalServer(work)
  const template = "shop_template"
  const clusters = path.join(CACHE, "clusters")
  const hash = await databaseHash(work.shop)
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
  return seeded(
    await work.progress("Starting Postgres", () => startPostgres({ from: saved })),
    template
  )
}
