import { Client } from "pg"

/** Facts about the seeded shop that a storefront needs. */
export type ShopFacts = {
  publishableKey: string
  /** Region ids by currency. */
  regions: { usd: string; eur: string }
}

/** Reads the ids that the seed generated. @throws Error when the database is not seeded */
export async function readShopFacts(databaseUrl: string): Promise<ShopFacts> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const keys = await client.query<{ token: string }>(
      "select token from api_key where type = 'publishable' and deleted_at is null"
    )
    const regions = await client.query<{ id: string; currency_code: string }>(
      "select id, currency_code from region where deleted_at is null"
    )
    const getRegionId = (currency: string): string =>
      regions.rows.find((row) => row.currency_code === currency)?.id ?? ""
    const publishableKey = keys.rows[0]?.token
    if (!publishableKey) throw new Error("This database has not been seeded")
    return { publishableKey, regions: { usd: getRegionId("usd"), eur: getRegionId("eur") } }
  } finally {
    await client.end()
  }
}
