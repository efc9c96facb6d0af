import type { MedusaContainer } from "@medusajs/framework/types"
import type { Action } from "../domain/action-table"
import { authorizeOrder, cancelOrder, placeOrder, reauthorizeOrder } from "./actions/orders"
import { authorizeRequest } from "./actions/authorize-request"
import { confirmSettle, recordCapture, repeatSettle, settleOrder } from "./actions/capture-order"
import { endApplication } from "./actions/end-application"
import type { CarryOut, Decided, Outcome } from "./action"
import { review } from "./record"

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

export async function act(container: MedusaContainer, decided: Decided): Promise<Outcome> {
  const { check, plan } = decided
  // A locked action is neither done nor prevented, so the next check decides again.
  if (check.isLocked) return "busy"
  await review(container, check, plan.first)
  return (await ACTIONS[plan.action](container, decided)) ?? "told"
}
