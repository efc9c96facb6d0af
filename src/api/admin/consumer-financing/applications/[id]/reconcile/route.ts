import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { reconcileApplicationWorkflow } from "../../../../../../workflows"
import { actorOf } from "../../../read-input"
import { showFile } from "../../../show-application"

/** Reconciles the application now; returns its state afterwards, and whether the service answered. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { id } = await financing.retrieveFinancingApplication(req.params.id ?? "")
  const since = financing.clock.now()
  await financing.timeline.noteBy(actorOf(req), id, { what: "reconcile-wanted", details: {} })
  await reconcileApplicationWorkflow(req.scope).run({
    input: { application_id: id, cause: "person" },
  })
  const file = await financing.readApplication(id)
  const { last_check_at } = file.application
  // Only an answer of the service updates it.
  const answered = last_check_at !== null && new Date(last_check_at).getTime() >= since
  res.json({ application: await showFile(req, file), answered })
}
