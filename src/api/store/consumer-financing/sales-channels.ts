import type { MedusaRequest, MedusaStoreRequest } from "@medusajs/framework/http"
import type { PluginOptions } from "../../../options/options"

/** The sales channels that a storefront sells in, by its publishable key. */
export const salesChannelsOf = (req: MedusaRequest): string[] =>
  (req as MedusaStoreRequest).publishable_key_context.sales_channel_ids

/** Whether financing is offered in one of these sales channels. Without any, Medusa knows no cart's. */
export function isOfferedIn(
  { storefronts }: Pick<PluginOptions, "storefronts">,
  salesChannelIds: readonly string[]
): boolean {
  const known = new Map(Object.entries(storefronts))
  return (
    salesChannelIds.length === 0 || salesChannelIds.some((id) => known.get(id)?.enabled ?? true)
  )
}
