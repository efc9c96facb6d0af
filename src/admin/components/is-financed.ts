import type { AdminOrder } from "@medusajs/framework/types"

const PROVIDER = "pp_consumer-financing_"

/**
 * Whether any payment or session of the order is ours: others see nothing of this panel. Null where the role
 * of the signed-in user does not show payments.
 */
export function isFinanced({ payment_collections }: AdminOrder): boolean | null {
  if (!payment_collections?.every(({ payments }) => payments)) return null
  return payment_collections.some(({ payments, payment_sessions }) =>
    [...(payments ?? []), ...(payment_sessions ?? [])].some(({ provider_id }) =>
      provider_id?.startsWith(PROVIDER)
    )
  )
}
