import type { Attributes } from "@medusajs/framework/opentelemetry/api"
import type { MedusaContainer } from "@medusajs/framework/types"
import { decide, type Plan } from "../domain/decide"
import { inSpan } from "../in-span"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { act } from "./act"
import { endTurn, type ReconcileApplicationInput, takeTurn } from "./turn"
import { observe, type Observed } from "./observe"
import { record, type ReconcileResult } from "./record"

/**
 * Reconciles one application. Every trigger (postback, return, schedule, order event, staff) runs this. Reads the
 * service, Medusa (after repairing its rows about the order's money) and the journal; decides; executes the one
 * action; records the results: review cases, the next check, Medusa's payment session, and the order's number at the
 * service. Repeated and concurrent runs change nothing.
 */
export async function reconcile(
  container: MedusaContainer,
  input: ReconcileApplicationInput
): Promise<ReconcileResult> {
  const { application_id, cause } = input
  return await inSpan("reconcile", { application_id, cause }, async (note) => {
    const turn = await takeTurn(container, input)
    try {
      const seen = await observe(container, turn)
      const plan = decide(seen.picture, container.resolve(CONSUMER_FINANCING).options)
      note(decisionAttributes(seen, plan))
      const outcome = await act(container, seen, plan)
      note({ outcome })
      return await record(container, seen, { plan, outcome, turn })
    } finally {
      await endTurn(container, turn)
    }
  })
}

/** Span attributes: the action, and the code and purchase state behind it, or why neither counts. */
function decisionAttributes(
  { code, purchaseState, picture }: Observed,
  { action }: Plan
): Attributes {
  const unclear = "unclear" in picture ? { unclear: picture.unclear } : {}
  return { action, code: code ?? "none", purchase_state: purchaseState, ...unclear }
}
