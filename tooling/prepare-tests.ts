import { packPlugin } from "./plugin-package"
import { consoleProgress as progress } from "./progress"
import { startSeededPostgres } from "./seeded-postgres"
import { createShop } from "./shop"

/** Makes once what the stages of a run share, and would each make by themselves: they find it in the cache. */
async function main(): Promise<void> {
  const shop = await createShop(await packPlugin(progress))
  // On a server of the developer's own nothing is kept from one stage to the next.
  if (process.env.DATABASE_URL) return
  const { postgres } = await startSeededPostgres({ shop, progress })
  await postgres.stop()
}

void main()
