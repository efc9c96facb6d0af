import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { CapabilityPurpose } from "../domain/capability"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/**
 * The application that an address was signed for, or null. Costs two hashes and nothing else: a
 * forged address makes no query and no call.
 */
export function readCapability(req: MedusaRequest, purpose: CapabilityPurpose): string | null {
  const { environment = "", application_id: applicationId = "", signature = "" } = req.params
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  return financing.addresses.isOurs({ purpose, environment, applicationId }, signature)
    ? applicationId
    : null
}

/** The environment that an address for all its pre-approvals was signed for, or null. */
export function readStaticCapability(req: MedusaRequest): string | null {
  const { environment = "", signature = "" } = req.params
  const purpose = "pre-approval" as const
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const subject = { purpose, environment, applicationId: purpose }
  return financing.addresses.isOurs(subject, signature) ? environment : null
}

/** The one answer to a wrong signature, whether the application exists or not. */
export function answerNotFound(res: MedusaResponse): void {
  res.status(404).json({ type: "not_found", message: "Not found" })
}
