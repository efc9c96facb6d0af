import type { AdminOrder } from "@medusajs/framework/types"

const PROVIDER = "pp_consumer-financing_"

/** Whether the order has a payment or session of this plugin; null if the user may not see payments. */
export function isFinanced({ payment_collections }: AdminOrder): boolean | null {
  if (!payment_collections?.every(({ payments }) => payments)) return null
  return payment_collections.some(({ payments, payment_sessions }) =>
    [...(payments ?? []), ...(payment_sessions ?? [])].some(({ provider_id }) =>
      provider_id?.startsWith(PROVIDER)
    )
  )
}
