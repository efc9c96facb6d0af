import type { MedusaContainer } from "@medusajs/framework/types"
import { decide } from "../domain/decide"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { act } from "./act"
import { endTurn } from "./end-turn"
import { observe } from "./observe"
import { record, type ReconcileResult } from "./record"
import type { ReconcileApplicationInput } from "./reconcile-input"
import { takeTurn } from "./take-turn"

/**
 * Whatever woke it, this is all that ever happens to an application. Sees both sides (the service, by its
 * own credentials; Medusa, whose rows about the order's money are repaired first; our journal), decides,
 * carries out the one action, and writes down what follows: review cases, the next check, Medusa's payment
 * session, the order's number at the service. Running it again, or twice at once, changes nothing but
 * latency.
 */
export async function reconcile(
  container: MedusaContainer,
  input: ReconcileApplicationInput
): Promise<ReconcileResult> {
  const turn = await takeTurn(container, input)
  try {
    const seen = await observe(container, turn)
    const plan = decide(seen.picture, container.resolve(CONSUMER_FINANCING).options)
    const outcome = await act(container, seen, plan)
    return await record(container, seen, { plan, outcome })
  } finally {
    await endTurn(container, turn)
  }
}
