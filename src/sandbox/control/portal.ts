import { toCents } from "../money"
import { getCurrentLink, type Application } from "../state/application"
import { changeStatus } from "../state/change-status"
import { cancel, partialRefund, refund } from "../state/money-operations"
import type { World } from "../state/world"
import { ControlRefusal } from "./control-refusal"
import type { PortalInput } from "./inputs"

/** Performs an action of the service's portal, which skips the checks of the API. */
export function runPortalAction(
  world: World,
  application: Application,
  request: PortalInput
): void {
  const telling = request.postback === false ? "never" : "always"
  const tip = getCurrentLink(application)
  world.narrate(`In the service's portal, somebody chose "${request.action}" for ${tip.orderId}`)
  switch (request.action) {
    case "fund":
      return changeStatus(world, application, { status: "C", telling })
    case "cancel":
      return cancel(world, application, telling)
    case "refund":
      return refund(world, application, telling)
    case "partial-refund": {
      if (request.loanAmount === undefined) {
        throw new ControlRefusal(400, "loanAmount: is required for partial-refund")
      }
      const { items, shipping, taxes } = application
      const cart = { loanAmount: toCents(request.loanAmount), items, shipping, taxes, status: "C" }
      partialRefund(world, application, { cart, telling })
    }
  }
}
