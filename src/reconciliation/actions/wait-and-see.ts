import type { MedusaContainer } from "@medusajs/framework/types"
import { isFunded } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../decide-move"
import { askToSettleAgain } from "./ask-to-settle-again"
import { askToSignAgain } from "./hold"
import { tellOfLateFunding } from "./tell-of-late-funding"
import { tellOfShipment } from "./tell-of-shipment"
import { tellOfUnfulfilled } from "./tell-of-unfulfilled"

const ORDER_UNSIGNED =
  "The order was placed while its financing was under review, and now waits for its customer, who has not signed for longer than the time limit: send the link again, or cancel the order."

/** Nothing is to be done: a person is asked about what lies unused, and what the customer has to do. */
export async function waitAndSee(container: MedusaContainer, decision: Decision): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  // Asked before what agrees is cleared, so that nobody is told of the same thing with each look.
  await tellOfUnfulfilled(container, decision)
  if (
    isCapturedBeforeFunding(decision) &&
    !(await askToSettleAgain(container, decision.applicationId))
  ) {
    await tellOfLateFunding(container, decision.applicationId)
  }
  if (decision.limit === "unused-for-a-while") {
    await financing.askForAttention(
      decision.applicationId,
      "unused",
      "The customer signed, but there is no order yet: complete the cart, or cancel the application."
    )
  } else if (decision.code === "B" && !decision.open) {
    await askToSignAgain(container, decision.applicationId)
  } else if (isInAgreement(decision)) {
    await financing.clearAgreed(decision.applicationId, decision.since)
  }
  await askAboutUnpaidOrder(container, decision)
  if (decision.standing === "open-cart") {
    await keepOtherAmount(container, decision.applicationId)
  }
}

/** An order that was placed under review: its goods have left, or its customer does not sign. */
async function askAboutUnpaidOrder(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, standing, code, limit, open, order } = decision
  if (standing !== "unpaid-order" || open || code === null) {
    return
  }
  if (order.settleIsDue) {
    await tellOfShipment(container, applicationId, code)
  } else if (limit === "order-unsigned") {
    await container
      .resolve(CONSUMER_FINANCING)
      .askForAttention(applicationId, "order", ORDER_UNSIGNED)
  }
}

/** What its create was answered with was over another amount, and still is: that stays asked. */
async function keepOtherAmount(container: MedusaContainer, applicationId: string): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { service_cents, financed_cents } =
    await financing.retrieveFinancingApplication(applicationId)
  if (service_cents !== null && service_cents !== financed_cents) {
    await financing.keepAttention(applicationId, "amounts")
  }
}

const isCapturedBeforeFunding = ({ move, standing, code, open }: Decision) =>
  move === "wait" && !open && standing === "captured-order" && code === "S"

/** Both worlds say the same, and no operation of ours is open: what was asked before is settled. */
function isInAgreement({ move, standing, code, open }: Decision): boolean {
  if (move !== "wait" || open || code === null) {
    return false
  }
  return standing === "authorized-order"
    ? code === "S"
    : standing === "captured-order" && isFunded(code)
}
