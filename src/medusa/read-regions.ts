import type { MedusaContainer } from "@medusajs/framework/types"
import { compact, type Rows } from "../translation/medusa-rows"
import { isOurProvider } from "../translation/purchase-state"
import { readRow, readRows } from "./read-store"

type RegionRow = {
  id: string
  name: string
  currency_code: string
  payment_providers?: Rows<{ id: string; is_enabled?: boolean }>
}

const FIELDS = [
  "id",
  "name",
  "currency_code",
  "payment_providers.id",
  "payment_providers.is_enabled",
]

/** Returns this provider's id in the region of a cart or order; null if the region does not offer it. */
export async function findProvider(
  container: MedusaContainer,
  { region_id }: { region_id?: string | null }
): Promise<string | null> {
  const region = { entity: "region" as const, fields: FIELDS, filters: { id: region_id ?? "" } }
  return enabledProviderOf(await readRow<RegionRow>(container, region))
}

/** Reads the regions, and whether each offers financing. */
export async function readRegions(container: MedusaContainer) {
  const regions = { entity: "region" as const, fields: FIELDS, filters: {} }
  return (await readRows<RegionRow>(container, regions)).map((region) => ({
    id: region.id,
    name: region.name,
    currency_code: region.currency_code,
    is_enabled: enabledProviderOf(region) !== null,
  }))
}

export type ProviderRegion = Awaited<ReturnType<typeof readRegions>>[number]

function enabledProviderOf(region: RegionRow | null): string | null {
  const provider = compact(region?.payment_providers).find(
    ({ id, is_enabled }) => isOurProvider(id) && is_enabled !== false
  )
  return provider?.id ?? null
}
