import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readStoreSide } from "../../medusa/read-store-side"
import type { CarryOut } from "../action"
import { captureInMedusa } from "./record-capture"
import { findLateFailure } from "./find-late-failure"

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
