import type { Attributes } from "@medusajs/framework/opentelemetry/api"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Action } from "../domain/action-table"
import { decide } from "../domain/decide"
import type { Observation, Unclear } from "../domain/observation"
import { inSpan } from "../in-span"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { CarryOut, Decided, Outcome } from "./action"
import { authorizeRequest } from "./actions/authorize-request"
import { confirmSettle, recordCapture, repeatSettle, settleOrder } from "./actions/capture-order"
import { endApplication } from "./actions/end-application"
import { authorizeOrder, cancelOrder, placeOrder, reauthorizeOrder } from "./actions/orders"
import { endTurn, type ReconcileApplicationInput, takeTurn } from "./turn"
import { observe } from "./observe"
import { record, type ReconcileResult, review } from "./record"

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

/** For decisions that change nothing but records. */
const doNothing = async (): Promise<Outcome> => "done"

const ACTIONS: Record<Action, CarryOut> = {
  wait: doNothing,
  hold: doNothing,
  close: doNothing,
  "leave-order": doNothing,
  "flag-amounts": doNothing,
  "flag-order-edit": doNothing,
  "flag-test-data": doNothing,
  "flag-lost": doNothing,
  "place-order": placeOrder,
  "place-order-under-review": placeOrder,
  "authorize-order": authorizeOrder,
  "reauthorize-order": reauthorizeOrder,
  "authorize-request": authorizeRequest,
  "cancel-order": cancelOrder,
  settle: settleOrder,
  "record-capture": recordCapture,
  "repeat-settle": repeatSettle,
  "confirm-settle": confirmSettle,
  "end-application": endApplication,
}

async function act(container: MedusaContainer, decided: Decided): Promise<Outcome> {
  const { check, plan } = decided
  // A locked action is neither done nor prevented, so the next check decides again.
  if (check.isLocked) return "busy"
  await review(container, check, plan.first)
  return (await ACTIONS[plan.action](container, decided)) ?? "told"
}
