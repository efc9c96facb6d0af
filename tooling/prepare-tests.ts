import { packPlugin } from "./plugin-package"
import { consoleProgress as progress } from "./progress"
import { startSeededPostgres } from "./seeded-postgres"
import { createShop } from "./shop"

/** Fills the cache with the tarball, the shop and the seeded database that the stages of a test run share. */
async function main(): Promise<void> {
  const shop = await createShop(await packPlugin(progress))
  // An external server keeps nothing between stages.
  if (process.env.DATABASE_URL) return
  const { postgres } = await startSeededPostgres({ shop, progress })
  await postgres.stop()
}

void main()
