import { readdir, rm } from "node:fs/promises"
import path from "node:path"
import { generateMigrations } from "../../tooling/generate-migrations"
import { stageSources } from "../../tooling/plugin-package"
import { PROVIDER_ID } from "../../tooling/shop-template/src/scripts/accounts"
import { createHarness, startExtraStore } from "./harness"

const { run, shop, store } = createHarness()

async function listMigrations(directory: string): Promise<string[]> {
  const paths = await readdir(path.join(directory, "src", "modules"), { recursive: true })
  return paths.filter((filePath) => filePath.includes("migrations")).sort()
}

describe("a store with the packed plugin installed", () => {
  it("offers financing to shoppers in the United States", async () => {
    const { payment_providers } = await shop.storeApi.get<{ payment_providers: { id: string }[] }>(
      `/store/payment-providers?region_id=${run.facts.regions.usd}`
    )
    expect(payment_providers.map(({ id }) => id)).toContain(PROVIDER_ID)
  })

  it("has the provider registered and enabled", async () => {
    const providers = await store.queryGraph<{ id: string; is_enabled: boolean }>({
      entity: "payment_provider",
      fields: ["id", "is_enabled"],
    })
    expect(providers).toContainEqual(expect.objectContaining({ id: PROVIDER_ID, is_enabled: true }))
  })

  it("totals a cart whose taxes are fractions of a cent", async () => {
    const cart = await shop.createCart({ items: [{ handle: "reading-lamp", quantity: 3 }] })
    // (3 × 166.67 + 49.00) × 1.08875
    expect(cart.total).toBeCloseTo(597.734638, 5)
  })

  it("has migrations that match its models", async () => {
    const pluginDirectory = await stageSources()
    try {
      const migrations = await listMigrations(pluginDirectory)
      await generateMigrations(pluginDirectory, run.databaseUrl)
      expect(await listMigrations(pluginDirectory)).toEqual(migrations)
    } finally {
      await rm(pluginDirectory, { recursive: true, force: true })
    }
  })

  it("does not start, and names the option, when the secret is not 32 random bytes", async () => {
    await expect(startExtraStore({ secret: "short" })).rejects.toThrow(
      /option "secret" .*32 random bytes/
    )
  })
})
