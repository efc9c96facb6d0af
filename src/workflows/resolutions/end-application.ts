import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CancelResult } from "../../modules/consumer-financing/operations/cancel"
import { sentence } from "../../translation/sentence"
import { endAtService } from "../../reconciliation/actions/end-at-service"
import type { Resolve } from "./resolution"
import { NEEDED, tellThatCartIsBusy } from "./why-not"

const WHY_NOT: Record<Exclude<CancelResult | "needed", "ended">, string> = {
  needed: NEEDED,
  changed: "The service says something else by now. Nothing was sent: look at it again.",
  funded: "It is funded by now, so that it cannot be cancelled: refund it instead.",
  "in-doubt":
    "It is not known whether the cancel reached the service. It is checked automatically: do this again if it is still listed in a quarter of an hour.",
}

/** Cancels it at the service (endpoint 11), as the reconciliation would if nothing depended on it any more. */
export const endApplication: Resolve = async (container, { seen }) => {
  const { applicationId, purchaseState, code } = seen
  const financing = container.resolve(CONSUMER_FINANCING)
  const { state } = await financing.retrieveFinancingApplication(applicationId)
  const result = await endAtService(container, {
    applicationId,
    purchaseState,
    reason: "a person decided so",
    whileCodes: code ? [code] : [],
    evenIfSettled: state === "settling",
    expired: false,
  }).catch(tellThatCartIsBusy)
  if (result !== "ended") {
    throw sentence(WHY_NOT[result])
  }
}
