import { hasEnded } from "../../../domain/application-state"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { checkStatus } from "./check-status"

/**
 * A storefront makes a payment session, and so a hosted application, before the shopper says that
 * they want another way. While nothing happened there, the other way takes its place; once it did, a
 * second application would be one too many. Asked at the service, since nobody may have told us.
 */
export async function hasBegun(context: Context, live: ApplicationRecord): Promise<boolean> {
  if (live.kind !== "hosted") {
    return true
  }
  const { code, application } = await checkStatus(context, live)
  return code !== "P" && !hasEnded(application.state)
}
