import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readStoreSide } from "../../medusa/read-store-side"
import type { CarryOut } from "../action"
import { captureInMedusa } from "./record-capture"
import { isUserFacing, sentence } from "../../translation/sentence"
import type { OperationKind } from "../../domain/operation"
import type { OperationRecord } from "../../modules/consumer-financing/records"

/** It changes with every attempt, and would tell a person the same thing again each time. */
const CORRELATION = / \[[^\]]*\]$/

/**
 * The order has shipped: core's own capture, as if its button were pressed, so that Medusa and the
 * service agree. Our provider checks the status once more and compares the amounts before it settles. What the
 * service refused is told, and tried again after an hour; everything else by schedule.
 */
export const settleOrder: CarryOut = async (container, { applicationId, payment }) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!payment) {
    return "told"
  }
  const last = await findLateFailure(container, applicationId, "settle")
  if (last?.error_code === "refused") {
    return "prevented"
  }
  const obstacle = await captureInMedusa(container, { applicationId, payment })
  if (obstacle === null) {
    await financing.timeline.note(applicationId, "capture-recorded", { because: "shipped" })
    return "done"
  }
  if (await isBeyondThis(container, applicationId)) {
    await financing.schedule.checkAgain(applicationId)
    return "told"
  }
  await financing.reviewCases.ask(
    applicationId,
    "order",
    `The order has shipped, but its financing was not settled: ${obstacle.replace(CORRELATION, "")}`
  )
  return "told"
}

/**
 * Somebody pressed the button at the same moment, and it is captured or being captured; or nobody
 * knows whether our settle happened, of which a person is told already.
 */
async function isBeyondThis(container: MedusaContainer, applicationId: string): Promise<boolean> {
  const { purchaseState } = await readStoreSide(container, applicationId)
  const open = await container
    .resolve(CONSUMER_FINANCING)
    .applications.findOpenOperation(applicationId)
  return purchaseState !== "authorized-order" || open !== null
}

/**
 * A settle whose answer was lost, and by now the service reads funded, while Medusa has nothing to be told:
 * the payment is captured already (a settle after a partial refund), or its order was cancelled. Nothing
 * is ever sent here; where the amount is another one, the doubt stays, and a person is asked.
 */
export const confirmSettle: CarryOut = async (container, { applicationId }) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const beforeSending = async () => {
    throw sentence("The service does not read funded any more. Nothing was sent.")
  }
  try {
    await financing.settle({ applicationId, beforeSending })
    await financing.schedule.checkAgain(applicationId)
  } catch (error) {
    if (!isUserFacing(error)) {
      throw error
    }
  }
}

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
