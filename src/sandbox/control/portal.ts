import { toCents } from "../money"
import { getCurrentLink, type Application } from "../state/application"
import { changeStatus } from "../state/change-status"
import { cancel, partialRefund, refund } from "../state/money-operations"
import type { SimulatorState } from "../state/simulator-state"
import { ControlRefusal } from "./control-refusal"
import type { PortalInput } from "./inputs"

/** Performs an action of the service's portal, which skips the checks of the API. */
export function runPortalAction(
  simulator: SimulatorState,
  application: Application,
  request: PortalInput
): void {
  const telling = request.postback === false ? "never" : "always"
  const tip = getCurrentLink(application)
  simulator.narrate(
    `In the service's portal, somebody chose "${request.action}" for ${tip.orderId}`
  )
  switch (request.action) {
    case "fund":
      return changeStatus(simulator, application, { status: "C", telling })
    case "cancel":
      return cancel(simulator, application, telling)
    case "refund":
      return refund(simulator, application, telling)
    case "partial-refund": {
      if (request.loanAmount === undefined) {
        throw new ControlRefusal(400, "loanAmount: is required for partial-refund")
      }
      const { items, shipping, taxes } = application
      const cart = { loanAmount: toCents(request.loanAmount), items, shipping, taxes, status: "C" }
      partialRefund(simulator, application, { cart, telling })
    }
  }
}
