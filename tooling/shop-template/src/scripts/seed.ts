import type { ExecArgs } from "@medusajs/framework/types"
import { seedCatalogue } from "./seed-catalogue"
import { seedDelivery } from "./seed-delivery"
import { seedPeople } from "./seed-people"
import { seedRegions } from "./seed-regions"
import { seedSalesChannel } from "./seed-sales-channel"

/** Seeds a migrated store: `medusa exec ./src/scripts/seed.ts`. */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const { salesChannelId } = await seedSalesChannel(container)
  await seedRegions(container)
  const { stockLocationId, shippingProfileId } = await seedDelivery(container, salesChannelId)
  await seedCatalogue(container, { salesChannelId, stockLocationId, shippingProfileId })
  await seedPeople(container)
}
