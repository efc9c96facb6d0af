import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Ways to write to a customer. */
export const CUSTOMER_CHANNELS = ["email", "sms"] as const
export type CustomerChannel = (typeof CUSTOMER_CHANNELS)[number]

/** Those of them that the shop has a notification provider for: Medusa's module does not tell which. */
export async function readCustomerChannels(container: MedusaContainer): Promise<CustomerChannel[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await knex("notification_provider")
    .where({ is_enabled: true, deleted_at: null })
    .select<{ channels: string[] }[]>("channels")
  const known = new Set(rows.flatMap(({ channels }) => channels))
  return CUSTOMER_CHANNELS.filter((channel) => known.has(channel))
}
