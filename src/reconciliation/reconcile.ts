import type { Attributes } from "@medusajs/framework/opentelemetry/api"
import type { MedusaContainer } from "@medusajs/framework/types"
import { decide } from "../domain/decide"
import type { Observation, Unclear } from "../domain/observation"
import { inSpan } from "../in-span"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { act } from "./act"
import type { Decided } from "./action"
import { endTurn, type ReconcileApplicationInput, takeTurn } from "./turn"
import { observe } from "./observe"
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
      const { check, purchase, observation } = await observe(container, turn)
      const plan = decide(observation, container.resolve(CONSUMER_FINANCING).options)
      const decided = { check, purchase, plan }
      note(decisionAttributes(decided, observation))
      const outcome = await act(container, decided)
      note({ outcome })
      return await record(container, decided, { outcome, turn })
    } finally {
      await endTurn(container, turn)
    }
  })
}

/** Span attributes: the action, and the code and purchase state behind it, or why neither counts. */
function decisionAttributes(
  { check: { code }, purchase: { purchaseState }, plan: { action } }: Decided,
  observation: Observation | Unclear
): Attributes {
  const unclear = "unclear" in observation ? { unclear: observation.unclear } : {}
  return { action, code: code ?? "none", purchase_state: purchaseState, ...unclear }
}
