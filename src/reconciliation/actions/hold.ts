import type { MedusaContainer } from "@medusajs/framework/types"
import type { ApplicationState } from "../../domain/application-state"
import { causeOfHold, REFUNDED_ELSEWHERE } from "../../domain/attention"
import { describeSignAgain, waitsForSignature } from "../../domain/sign-again"
import type { Standing } from "../../domain/next-move"
import { isRefundable } from "../../domain/settled-loan"
import { describeCode, ENDED_CODES, isFunded, type SeenCode } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../decide-move"
import { askToSettleAgain } from "./ask-to-settle-again"
import { flagChangedRequest } from "./flag-changed-request"
import { tellOfShipment } from "./tell-of-shipment"

const STANDS: Record<Standing, string> = {
  nothing: "nothing depends on it",
  "open-cart": "the cart is still open",
  "changed-cart": "the cart was changed after the customer applied",
  "open-request": "nothing has been paid yet",
  "changed-request": "the order is not what the customer was asked to finance any more",
  "unpaid-order": "the order has no payment yet",
  "order-paid-otherwise": "the order is paid by another method",
  "authorized-order": "the order is authorized and not captured",
  "captured-order": "the order is captured",
  "cancelled-order": "the order was cancelled",
  "order-without-live-payment": "the order's only payment was cancelled",
}

const NOT_FUNDED_YET =
  "The order was cancelled, and its financing is settled and not funded yet: give it back. Until then the customer owes it."

const CANCELLED_AFTER_SETTLE =
  "The order was cancelled, and its financing is alive: the service confirmed the settle, and what it says since is no end of it. Give it back. Until then the customer owes it."

const ODD_AFTER_SETTLE =
  "The service confirmed the settle, and gives a status since that this plugin does not know. Nothing is in the way of a refund. Ask the service what the status means; if somebody refunded it in the service's portal, record that."

const CAPTURED_ON_NOTHING =
  "The order was cancelled and the service reads its financing as over, but Medusa still counts what it captured. If the service's portal shows no other application for it, record that as refunded."

/** Both worlds disagree in a way that only a person may resolve: everything stays as it is. */
export async function hold(
  container: MedusaContainer,
  { applicationId, standing, code: seen, order }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const code = seen ?? "unknown"
  if (standing === "changed-request" && (code === "S" || isFunded(code))) {
    return await flagChangedRequest(container, { applicationId })
  }
  const isCancelled = standing === "cancelled-order"
  const mayBeCaptured = isCancelled || standing === "order-paid-otherwise"
  if (mayBeCaptured && code === "S" && (await askToSettleAgain(container, applicationId))) {
    return
  }
  const { state, settled } = await financing.retrieveFinancingApplication(applicationId)
  const says = `The service says "${describeCode(code)}"`
  const cause = causeOfHold({ standing, code, refundedByUs: state === "refunded" })
  const differ = `${says}, but in Medusa ${STANDS[standing]}: compare the two and decide.`
  const known =
    cause === "refunded-elsewhere"
      ? REFUNDED_ELSEWHERE
      : isCancelled
        ? whyHeldThoughCancelled(code, { state, settled })
        : code === "unknown" && settled
          ? ODD_AFTER_SETTLE
          : null
  if (cause === "sign-again") {
    await askToSignAgain(container, applicationId)
  } else {
    await financing.askForAttention(applicationId, cause, known ?? differ)
  }
  if (waitsForSignature(code)) {
    await financing.keepAttention(applicationId, "sign-again")
  }
  if (order.settleIsDue && !isFunded(code)) {
    await tellOfShipment(container, applicationId, code)
  }
}

/** Both worlds seem to agree, and still owe each other something; null where they plainly differ. */
function whyHeldThoughCancelled(
  code: SeenCode,
  { state, settled }: { state: ApplicationState; settled: boolean }
): string | null {
  if (ENDED_CODES.includes(code)) {
    return CAPTURED_ON_NOTHING
  }
  if (code === "S") {
    return state === "settling" ? NOT_FUNDED_YET : null
  }
  const isOdd = !isFunded(code) && isRefundable({ code, settled, settling: false })
  return isOdd ? CANCELLED_AFTER_SETTLE : null
}

/** The service wrote a new application, by a partial refund that was not asked for from here. */
export async function askToSignAgain(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { customer_url } = await financing.retrieveFinancingApplication(applicationId)
  const where = describeSignAgain(customer_url !== null)
  await financing.askForAttention(applicationId, "sign-again", where)
}
