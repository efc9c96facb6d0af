import type { ApplicationView } from "../../../src/sandbox"
import { getExternalEffects, type Model, Violation } from "./history"
import { isDenied, type Plan, isRefusedAttachment, hasRefusedCheck } from "./plan"
import {
  toCents,
  listDoubts,
  hasKnownToken,
  needsReviewCase,
  findRecord,
  findPayment,
  type Snapshot,
} from "./snapshot"

type Verdict =
  /** Medusa and the service agree: there must be no review case. */
  | "agree"
  /** Medusa and the service differ: there must be a review case. */
  | "differ"
  /** The model cannot tell. */
  | "either"

/** Compares Medusa and the service for one application, at rest and more than a week later. */
function compareSides(model: Model, plan: FaultPlan, application: ApplicationView): Verdict {
  const { snapshot } = model
  const { medusa } = snapshot
  const { status, settled, funded, refunded, loanAmount, originalLoanAmount } = application
  const payment = findPayment(snapshot, findRecord(snapshot, application))
  // A payment without an open order, left by a failed completion, does not count.
  const isLive = payment?.canceled === false && medusa.order?.canceled === false
  const effects = getExternalEffects(model, application.id)
  if (refunded || status === "T") {
    if (!payment) return "either"
    const isFullyRefunded = payment.refunded === payment.amount && payment.captured
    if (effects.fullRefunds > 0 || isReplacementUnknown(model, application)) return "either"
    return isFullyRefunded && !medusa.order?.canceled ? "agree" : "either"
  }
  if (["U", "X", "O"].includes(status)) {
    // Captured in Medusa without a loan at the service.
    const isUnrefunded = payment?.captured === true && payment.refunded < payment.amount
    if (isLive || isUnrefunded) return "differ"
    // Another payment method may pay for an open order without a payment of this application.
    return medusa.order && !medusa.order.canceled ? "either" : "agree"
  }
  const refundedAtService = toCents(originalLoanAmount) - toCents(loanAmount)
  if (isUndetectableSettlement(snapshot, application)) return "either"
  if (settled || funded) {
    if (isMistakenForOwnRefund(model, application)) return "either"
    if (!payment || !isLive || !payment.captured) return "differ"
    if (payment.refunded !== refundedAtService) return "differ"
    return status === "C" || status === "L" ? "agree" : "either"
  }
  if (status === "S") {
    // Staff changed the order while the customer signed: the amount due may differ.
    const isEdited = model.editsAtCreation.get(application.id) !== model.activity.cartEdits
    const mayDiffer = isEdited && application.kind === "virtual-cart"
    return isLive && !payment?.captured ? (mayDiffer ? "either" : "agree") : "differ"
  }
  if (isUnknownAttachment(snapshot, plan, application)) return "either"
  // Unsigned after a week: it must have ended, unless a checkout order still awaits the decision.
  if (isLive) return "differ"
  const isCheckout = application.kind !== "virtual-cart"
  const isAwaitingDecision = isCheckout && medusa.order && !medusa.order.canceled && !payment
  return isAwaitingDecision || ["W", "M", "B"].includes(status) ? "either" : "differ"
}

/**
 * Whether a partial refund in the portal replaced the application with one that the plugin does not know. Only staff
 * can assign it.
 */
function isReplacementUnknown(model: Model, application: ApplicationView): boolean {
  const record = findRecord(model.snapshot, application)
  const { partialRefunds } = getExternalEffects(model, application.id)
  return record?.tokens.includes(application.tip) === false && partialRefunds > 0
}

/**
 * Whether the plugin took a partial refund in the portal for its own full refund in doubt. Both read T at the known
 * token; only a postback, which may be lost or late, tells them apart.
 */
export function isMistakenForOwnRefund(model: Model, application: ApplicationView): boolean {
  const record = findRecord(model.snapshot, application)
  const isConfirmedAfterLoss = record?.operations.some(
    ({ kind, lost, outcome }) => kind === "refund" && lost && outcome === "confirmed"
  )
  return (
    isConfirmedAfterLoss === true &&
    isReplacementUnknown(model, application) &&
    application.refundCount === 0
  )
}

/**
 * Whether the service settled the application, refused the call and still reports S. The plugin cannot detect this.
 */
export function isUndetectableSettlement(
  snapshot: Snapshot,
  application: ApplicationView
): boolean {
  const { settled, funded, status } = application
  const settles = (findRecord(snapshot, application)?.operations ?? []).filter(
    ({ kind }) => kind === "settle"
  )
  const isSettleRefused =
    settles.length > 0 && settles.every(({ outcome }) => outcome === "refused")
  return settled && !funded && status === "S" && isSettleRefused
}

/**
 * Whether the service attached a cart after it had refused to. The plugin does not know of it until it is signed;
 * then a review case opens.
 */
export function isUnknownAttachment(
  snapshot: Snapshot,
  { faults }: FaultPlan,
  application: ApplicationView
): boolean {
  const isApproved = application.status === "A"
  return isApproved && faults.some(isRefusedAttachment) && isUnused(snapshot, application)
}

/** Whether the plugin considers the pre-approval unused by this purchase. */
function isUnused({ preApprovals, records }: Snapshot, { tokens }: ApplicationView): boolean {
  const isOwnApplication = (id: string) => records.some((record) => record.id === id)
  return preApprovals.some(
    ({ token, state, uses }) =>
      token !== null &&
      tokens.includes(token) &&
      state === "approved" &&
      !uses.some(({ applicationId }) => isOwnApplication(applicationId))
  )
}

type FaultPlan = Pick<Plan, "faults">

/**
 * Whether the service created the application, denied it and sent no postback that endpoint 15 confirms. The plugin
 * must find one that was signed for the unchanged cart by its postback.
 */
export function isUndetectable(
  { snapshot, activity, editsAtCreation }: Pick<Model, "snapshot" | "activity" | "editsAtCreation">,
  plan: FaultPlan,
  application: ApplicationView
): boolean {
  if (!isDenied(plan, application) || hasKnownToken(snapshot, application)) return false
  const isNamedInPostback = snapshot.records.some(({ named }) =>
    named.some((token) => token !== null && application.tokens.includes(token))
  )
  const isUnchanged = editsAtCreation.get(application.id) === activity.cartEdits
  const isFindable = isNamedInPostback && isUnchanged && !hasRefusedCheck(plan)
  return application.status !== "S" || !isFindable
}

/** Whether the list of pre-approvals shows the application as needing attention. */
export function needsPreApprovalAttention(
  { preApprovals }: Snapshot,
  { tokens }: Pick<ApplicationView, "tokens">
): boolean {
  return preApprovals.some(
    ({ state, token }) => state === "needs-attention" && token !== null && tokens.includes(token)
  )
}

/** @throws Violation when Medusa and the service differ without a review case, or agree with one */
export function expectAgreement(
  { snapshot, ...rest }: Model,
  plan: FaultPlan = { faults: [] }
): void {
  const model = { snapshot, ...rest }
  for (const application of snapshot.applications) {
    if (isUndetectable(model, plan, application)) continue
    const record = findRecord(snapshot, application)
    const verdict = compareSides(model, plan, application)
    const reviewCases = (record?.review_cases ?? []).filter(({ cause }) => cause !== "order-id")
    const where = `application ${application.originalOrderId.split("-").at(-1)} reads ${application.status}`
    if (
      verdict === "differ" &&
      reviewCases.length === 0 &&
      !needsPreApprovalAttention(snapshot, application)
    ) {
      throw new Violation(`no review case, though Medusa and the service differ: ${where}`)
    }
    const [first] = reviewCases
    if (verdict === "agree" && first) {
      throw new Violation(
        `a review case, though Medusa and the service agree: ${where}, "${first.reason}"`
      )
    }
  }
  for (const record of snapshot.records) {
    const doubts = listDoubts(record).filter((doubt) =>
      needsReviewCase(record, doubt, model.hadAlarm)
    )
    if (doubts.length > 0 && record.review_cases.length === 0) {
      throw new Violation(
        `in doubt without a review case: ${doubts.map(({ kind }) => kind).join(", ")}`
      )
    }
  }
}
