import type { MedusaContainer } from "@medusajs/framework/types"
import type { OperationKind } from "../../domain/operation"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"

/** What the service refused is tried again by itself after this many milliseconds. */
const REFUSED_AGAIN_AFTER = 60 * 60 * 1000

/**
 * The service refused this very call a short while ago, and is left alone for an hour. Only its own
 * refusal counts: a service that was busy or out of reach, or a lost lease, is tried again by schedule.
 */
export async function wasRefusedLately(
  container: MedusaContainer,
  applicationId: string,
  kind: OperationKind
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [last] = await financing.listFinancingOperations(
    { application_id: applicationId, kind },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const isRefusal = last?.outcome === "refused" && last.error_code === "refused"
  const refusedAt = isRefusal ? last.finished_at : null
  return (
    refusedAt !== null &&
    financing.clock.now() - new Date(refusedAt).getTime() <= REFUSED_AGAIN_AFTER
  )
}
