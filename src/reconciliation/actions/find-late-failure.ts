import type { MedusaContainer } from "@medusajs/framework/types"
import type { OperationKind } from "../../domain/operation"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { OperationRecord } from "../../modules/consumer-financing/records"

/** What failed is tried again automatically after this many milliseconds. */
const AGAIN_AFTER = 60 * 60 * 1000

/**
 * The newest call of this kind, where it did not happen and that is known for less than an hour; null
 * otherwise. Only with the `error_code` "refused" is it the service's own refusal: one that was busy or out
 * of reach, or a lost lease, is tried again by schedule.
 */
export async function findLateFailure(
  container: MedusaContainer,
  applicationId: string,
  kind: OperationKind
): Promise<OperationRecord | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [last] = await financing.listFinancingOperations(
    { application_id: applicationId, kind },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const failedAt = last?.outcome === "refused" ? last.finished_at : null
  const isLate =
    failedAt !== null && financing.clock.now() - new Date(failedAt).getTime() <= AGAIN_AFTER
  return last && isLate ? last : null
}
