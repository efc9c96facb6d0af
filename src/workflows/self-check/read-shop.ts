import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

export type ProviderRegion = {
  id: string
  name: string
  currency_code: string
  is_enabled: boolean
}

const PROVIDER = "pp_consumer-financing"

type RegionRow = {
  id: string
  name: string
  currency_code: string
  payment_providers?: ({ id: string; is_enabled?: boolean } | null)[] | null
}

/** Every region, and whether its shoppers are offered financing. */
export async function readRegions(container: MedusaContainer): Promise<ProviderRegion[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "region",
    fields: ["id", "name", "currency_code", "payment_providers.id", "payment_providers.is_enabled"],
  })
  return (data as RegionRow[]).map(({ id, name, currency_code, payment_providers }) => ({
    id,
    name,
    currency_code,
    is_enabled: (payment_providers ?? []).some(
      (one) => one !== null && isOurs(one.id) && one.is_enabled !== false
    ),
  }))
}

/** With or without an id of its own behind it. */
const isOurs = (id: string) => id === PROVIDER || id.startsWith(`${PROVIDER}_`)

const WITHIN_ONE_PROCESS = "in-memory"

/** The provider of Medusa's locking module, whether other processes see its locks, and the worker mode. */
export function readLocking(container: MedusaContainer): {
  provider_id: string | null
  is_distributed: boolean
  worker_mode: string
} {
  const locking: unknown = container.resolve(Modules.LOCKING, { allowUnregistered: true })
  const id: unknown =
    typeof locking === "object" && locking !== null
      ? Reflect.get(locking, "defaultProviderId")
      : null
  const { projectConfig } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const provider_id = typeof id === "string" ? id : null
  return {
    provider_id,
    is_distributed: provider_id !== null && provider_id !== WITHIN_ONE_PROCESS,
    worker_mode: projectConfig.workerMode ?? "shared",
  }
}
