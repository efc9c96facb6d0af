import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MerchantErrorKind } from "../../../../../../domain/merchant-errors"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../../../../../../modules/consumer-financing"
import type { ApplicationFile } from "../../../../../../modules/consumer-financing/operations/list-applications"
import { reconcileApplicationWorkflow } from "../../../../../../workflows"
import { showFile } from "../../../show-application"

/** Reconciles the application now; returns its state afterwards, and why the service gave no status. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { id } = await financing.retrieveFinancingApplication(req.params.id ?? "")
  const since = financing.clock.now()
  await financing.timeline.noteBy(req.auth_context.actor_id, id, { what: "reconcile-wanted" })
  const input = { application_id: id, cause: "person" as const }
  await reconcileApplicationWorkflow(req.scope).run({ input })
  const file = await financing.readApplication(id)
  const { last_check_at } = file.application
  // Only an answer of the service updates it.
  const answered = last_check_at !== null && new Date(last_check_at).getTime() >= since
  const failure = answered ? null : await findFailure(financing, file)
  res.json({ application: await showFile(req, file), answered, failure })
}

async function findFailure(
  { outages }: ConsumerFinancingModuleService,
  { application, review_cases }: ApplicationFile
): Promise<MerchantErrorKind> {
  if (review_cases.some(({ cause }) => cause === "answer")) return "refused"
  const outage = await outages.findCause(application.environment)
  return outage === "refused-credentials" ? "credentials" : "unreachable"
}
