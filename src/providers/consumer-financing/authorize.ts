import type { AuthorizePaymentInput, AuthorizePaymentOutput } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { type AuthorizationVerdict, judgeAuthorization } from "../../domain/authorization"
import { cents } from "../../domain/money"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { isFunded } from "../../domain/status-codes"
import { isTestData } from "../../domain/test-data"
import { updatePaymentSession } from "../../medusa/update-payment"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import type { Aggregate } from "../../modules/consumer-financing/store/aggregate"
import { toCents } from "../../translation/amount"
import { CAPTURE_UNANNOUNCED, toSessionData } from "../../translation/session-data"
import { messageForShopper, SHOPPER_MESSAGES } from "../../translation/shopper-message"
import { isCancelled } from "../../translation/purchase-state"
import { toValidationRequest } from "../../translation/requests"
import { logUnexpected, type Needs } from "./needs"
import { comparePurchase, type PurchaseComparison } from "./compare-purchase"
import { type SessionRead, readSession } from "../../medusa/read-session"
import { userError } from "../../translation/user-error"

const SIGN_FIRST =
  "Please finish your financing application first: open it again, choose an offer and sign."
const NOT_OURS = "This payment has no financing application. Please choose a payment method again."
const PAID_OTHERWISE = "This order is paid by another method, so its financing is not authorized."
const IS_DRAFT =
  "This order is still a draft. It becomes an order, and is paid for, automatically once the customer has signed."
const ORDER_CANCELLED = "This order was cancelled, so its financing is not authorized any more."

const APPLY_FOR_REAL =
  "Your financing application was made while the shop was still testing, so it does not count. Nothing was charged. Please choose financing again."

/** Seconds within which core commits the payment. */
const ANNOUNCED_WITHIN = 3

/**
 * Authorizes a session by the service's current status (endpoint 8, and 15 for loans funded elsewhere). The answer
 * depends on whether an order exists: see `answer`.
 */
export async function authorize(
  needs: Needs,
  { context }: AuthorizePaymentInput
): Promise<AuthorizePaymentOutput> {
  const id = String(context?.idempotency_key)
  const [session, known] = await Promise.all([
    readSession(needs.knex, id),
    needs.financing.applications.findAggregateBySession(id),
  ])
  if (!session || !known) {
    throw userError(NOT_OURS, "PAYMENT_AUTHORIZATION_ERROR")
  }
  const { application } = known
  await needs.financing.home.requireUnlocked(application)
  if (session.order && isCancelled(session.order)) {
    await needs.financing.schedule.requestReconcile(application.id)
    throw userError(ORDER_CANCELLED, "PAYMENT_AUTHORIZATION_ERROR")
  }
  const purchase = await comparePurchase(needs, session, known)
  if (purchase.isPaidOtherwise) {
    await needs.financing.schedule.requestReconcile(application.id)
    throw userError(PAID_OTHERWISE, "PAYMENT_AUTHORIZATION_ERROR")
  }
  if (purchase.isDraft) {
    throw userError(IS_DRAFT, "PAYMENT_AUTHORIZATION_ERROR")
  }
  const { verdict, checked } = await checkPurchase(needs, { session, known, purchase })
  try {
    const status = await answer(needs, { session, verdict, checked })
    const data = toSessionData(checked, session.id)
    if (status !== PaymentSessionStatus.CAPTURED) return { status, data }
    // Core commits the mark with the capture, for which its workflows emit no event.
    await needs.financing.schedule.checkWithin(checked.id, ANNOUNCED_WITHIN)
    return { status, data: { ...data, [CAPTURE_UNANNOUNCED]: true } }
  } catch (error) {
    // Core writes nothing after an error, and the status check may have changed the shopper's message.
    await updateSession(needs, checked.id).catch((failure: unknown) =>
      logUnexpected(needs.logger, failure)
    )
    throw error
  }
}

type Answering = CheckedVerdict & { session: SessionRead }

async function answer(
  needs: Needs,
  { session, verdict, checked }: Answering
): Promise<PaymentSessionStatus> {
  // Read after the check: a cancellation first sets its mark and then looks for an order.
  const { cancelling, kind, live_key } = checked
  if (cancelling || (kind === "virtual-cart" && live_key === null)) {
    throw userError(messageForShopper(checked), "PAYMENT_AUTHORIZATION_ERROR")
  }
  if (verdict.answer === "hold") {
    await needs.financing.reviewCases.open(checked.id, verdict.cause, verdict.reason)
  }
  if (verdict.answer === "test-data") {
    // A reconciliation cancels it or opens a review case at once.
    await needs.financing.schedule.requestReconcile(checked.id)
  }
  return WAITING.includes(verdict.answer) && (await hasFinalOrder(needs, session))
    ? PaymentSessionStatus.PENDING_AUTHORIZATION
    : decideStatus(verdict, checked)
}

/** With a final order, any other answer would leave a session that "Check status" refuses. */
const WAITING: readonly AuthorizationVerdict["answer"][] = [
  "apply-again",
  "customer-must-act",
  "hold",
  "test-data",
]

async function updateSession({ financing }: Needs, id: string): Promise<void> {
  const application = await financing.retrieveFinancingApplication(id)
  await updatePaymentSession(financing.context.knex, application)
}

/**
 * Whether the session's order is final. A session may await the service's decision without a completion: started
 * during one, or left by a failed one, whose order core may still revert.
 */
async function hasFinalOrder(
  { financing }: Needs,
  { status, cart }: SessionRead
): Promise<boolean> {
  const isWaiting = status === "pending_authorization"
  return isWaiting && !(cart && (await financing.leases.isCartBeingCompleted(cart.id)))
}

type CheckedVerdict = { verdict: AuthorizationVerdict; checked: ApplicationRecord }

type Question = { session: SessionRead; known: Aggregate; purchase: PurchaseComparison }

async function checkPurchase(
  { financing }: Pick<Needs, "financing">,
  { session, known: { application, currentToken }, purchase: { snapshot, orderEdit } }: Question
): Promise<CheckedVerdict> {
  const seen = await financing.checkStatus(
    application,
    currentToken ? { currentToken: currentToken.token } : {}
  )
  const verdict = judgeAuthorization({
    code: seen.code,
    tokenAgrees: seen.tokenAgrees,
    serviceAmount: seen.amount,
    financed: cents(application.financed_cents),
    sessionAmount: toCents(session.amount),
    cartUnchanged: snapshot !== null,
    orderEdit,
    seenReady: seen.seenReadyBefore,
    taxExempt: seen.application.tax_exempt === true,
    isTestData: isTestData(application.environment, financing.options.environment),
    detailsVerified:
      isFunded(seen.code) &&
      snapshot !== null &&
      (await verifyDetails({ financing }, application, snapshot)),
  })
  return { verdict, checked: seen.application }
}

async function verifyDetails(
  { financing }: Pick<Needs, "financing">,
  application: ApplicationRecord,
  snapshot: OrderSnapshot
): Promise<boolean> {
  const token = await financing.tokens.currentOf(application.id)
  const loanAmount = cents(application.financed_cents)
  const word = await financing.clients
    .for(application)
    .validatePostback(toValidationRequest({ token, snapshot, loanAmount }))
  return word === "VERIFIED_PT"
}

/** An error carries its message to the shopper with HTTP 200 during a cart's completion. */
function decideStatus(
  verdict: AuthorizationVerdict,
  application: ApplicationRecord
): PaymentSessionStatus {
  switch (verdict.answer) {
    case "authorized":
      return PaymentSessionStatus.AUTHORIZED
    case "captured":
      return PaymentSessionStatus.CAPTURED
    case "under-review":
      return PaymentSessionStatus.PENDING_AUTHORIZATION
    case "customer-must-act":
      throw userError(SIGN_FIRST, "PAYMENT_REQUIRES_MORE_ERROR")
    case "apply-again":
      throw userError(SHOPPER_MESSAGES["cart-changed"], "PAYMENT_REQUIRES_MORE_ERROR")
    case "hold":
      // The shopper can resolve this: a new application for the current cart replaces the signed one.
      throw userError(
        SHOPPER_MESSAGES[verdict.cause === "late-approval" ? "cart-changed" : "on-hold"],
        "PAYMENT_REQUIRES_MORE_ERROR"
      )
    case "test-data":
      throw userError(APPLY_FOR_REAL, "PAYMENT_REQUIRES_MORE_ERROR")
    case "refused":
      throw userError(messageForShopper(application), "PAYMENT_AUTHORIZATION_ERROR")
  }
}
