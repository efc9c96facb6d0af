import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { CapabilityPurpose } from "../domain/capability"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/**
 * Returns the application of a signed address, or null. Costs two hashes only: a forged address causes neither a
 * query nor a call.
 */
export function readCapability(req: MedusaRequest, purpose: CapabilityPurpose): string | null {
  const { environment = "", application_id: applicationId = "", signature = "" } = req.params
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  return financing.addresses.isOurs({ purpose, environment, applicationId }, signature)
    ? applicationId
    : null
}

/** Returns the environment of a signed address for pre-approvals, or null. */
export function readStaticCapability(req: MedusaRequest): string | null {
  const { environment = "", signature = "" } = req.params
  const purpose = "pre-approval" as const
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const subject = { purpose, environment, applicationId: purpose }
  return financing.addresses.isOurs(subject, signature) ? environment : null
}

/** The same answer to every wrong signature, whether or not the application exists. */
export function answerNotFound(res: MedusaResponse): void {
  res.status(404).json({ type: "not_found", message: "Not found" })
}
