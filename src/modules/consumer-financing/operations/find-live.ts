import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { ENVIRONMENTS } from "../settings/credentials"
import { isUsable } from "./is-usable"

/** Whether what is bought, as it is, has an application already that its customer can go on with. */
export async function goesOn(context: Context, snapshot: OrderSnapshot): Promise<boolean> {
  const live = await findLive(context, snapshot.cartId)
  return live !== null && canGoOn(context, live, snapshot)
}

/** Its customer can go on with it, for exactly this, in the environment in force. */
export function canGoOn(
  context: Context,
  live: ApplicationRecord,
  snapshot: OrderSnapshot
): boolean {
  const isHere = live.environment === context.options.environment
  return isHere && isUsable(live) && context.fingerprints.isUnchanged(live, snapshot)
}

/** In whichever environment: after a switch the cart's application in the other one goes on until then. */
export async function findLive(
  context: Context,
  purchaseId: string
): Promise<ApplicationRecord | null> {
  const live = await context
    .knex("financing_application")
    .whereIn(
      "live_key",
      ENVIRONMENTS.map((environment) => `${environment}:${purchaseId}`)
    )
    .where({ deleted_at: null })
    .orderBy("created_at", "desc")
    .first<ApplicationRecord | undefined>("*")
  return live ?? null
}
