import type { ApplicationView } from "../../../src/sandbox"
import { localEffectsOf, type Model, Violation } from "./history"
import { isDenied, type Plan, refusesAttaching, refusesChecks } from "./plan"
import { cents, doubtsOf, isKnown, needsCase, oursOf, paymentOn, type World } from "./world"

type Verdict =
  /** Medusa and the service agree: there must be no review case. */
  | "agree"
  /** Medusa and the service differ: there must be a review case. */
  | "differ"
  /** The model cannot tell. */
  | "either"

/** Compares Medusa and the service for one application, at rest and more than a week later. */
function judge(model: Model, plan: Faults, application: ApplicationView): Verdict {
  const { world } = model
  const { medusa } = world
  const { status, settled, funded, refunded, loanAmount, originalLoanAmount } = application
  const payment = paymentOn(world, oursOf(world, application))
  // A payment without an open order, left by a failed completion, does not count.
  const isAlive = payment?.canceled === false && medusa.order?.canceled === false
  const effects = localEffectsOf(model, application.id)
  if (refunded || status === "T") {
    if (!payment) return "either"
    const isEven = payment.refunded === payment.amount && payment.captured
    if (effects.fullRefunds > 0 || isReplacedUnseen(model, application)) return "either"
    return isEven && !medusa.order?.canceled ? "agree" : "either"
  }
  if (["U", "X", "O"].includes(status)) {
    // Captured in Medusa without a loan at the service.
    const isKept = payment?.captured === true && payment.refunded < payment.amount
    if (isAlive || isKept) return "differ"
    // Another payment method may pay for an open order without a payment of this application.
    return medusa.order && !medusa.order.canceled ? "either" : "agree"
  }
  const owed = cents(originalLoanAmount) - cents(loanAmount)
  if (isSettledUnseen(world, application)) return "either"
  if (settled || funded) {
    if (isTakenForOurs(model, application)) return "either"
    if (!payment || !isAlive || !payment.captured) return "differ"
    if (payment.refunded !== owed) return "differ"
    return status === "C" || status === "L" ? "agree" : "either"
  }
  if (status === "S") {
    // Staff changed the order while the customer signed: the amount due may differ.
    const isEdited = model.filedAfter.get(application.id) !== model.asked.cartEdits
    const mayBeAsked = isEdited && application.kind === "virtual-cart"
    return isAlive && !payment?.captured ? (mayBeAsked ? "either" : "agree") : "differ"
  }
  if (isAttachedUnseen(world, plan, application)) return "either"
  // Unsigned after a week: it must have ended, unless a checkout order still awaits the decision.
  if (isAlive) return "differ"
  const isCheckout = application.kind !== "virtual-cart"
  const waits = isCheckout && medusa.order && !medusa.order.canceled && !payment
  return waits || ["W", "M", "B"].includes(status) ? "either" : "differ"
}

/**
 * Whether a partial refund in the portal replaced the application with one that the plugin does not know. Only staff
 * can assign it.
 */
function isReplacedUnseen(model: Model, application: ApplicationView): boolean {
  const ours = oursOf(model.world, application)
  const { partialRefunds } = localEffectsOf(model, application.id)
  return ours?.tokens.includes(application.tip) === false && partialRefunds > 0
}

/**
 * Whether the plugin took a partial refund in the portal for its own full refund in doubt. Both read T at the known
 * token; only a postback, which may be lost or late, tells them apart.
 */
export function isTakenForOurs(model: Model, application: ApplicationView): boolean {
  const ours = oursOf(model.world, application)
  const isTaken = ours?.operations.some(
    ({ kind, lost, outcome }) => kind === "refund" && lost && outcome === "confirmed"
  )
  return isTaken === true && isReplacedUnseen(model, application) && application.refundCount === 0
}

/**
 * Whether the service settled the application, refused the call and still reports S. The plugin cannot detect this.
 */
export function isSettledUnseen(world: World, application: ApplicationView): boolean {
  const { settled, funded, status } = application
  const settles = (oursOf(world, application)?.operations ?? []).filter(
    ({ kind }) => kind === "settle"
  )
  const isDenied = settles.length > 0 && settles.every(({ outcome }) => outcome === "refused")
  return settled && !funded && status === "S" && isDenied
}

/**
 * Whether the service attached a cart after it had refused to. The plugin does not know of it until it is signed;
 * then a review case opens.
 */
export function isAttachedUnseen(
  world: World,
  { faults }: Faults,
  application: ApplicationView
): boolean {
  const isA = application.status === "A"
  return isA && faults.some(refusesAttaching) && isUnused(world, application)
}

/** Whether the plugin considers the pre-approval unused by this purchase. */
function isUnused({ preApprovals, ours }: World, { tokens }: ApplicationView): boolean {
  const isOurs = (id: string) => ours.some((one) => one.id === id)
  return preApprovals.some(
    ({ token, state, uses }) =>
      token !== null &&
      tokens.includes(token) &&
      state === "approved" &&
      !uses.some(({ applicationId }) => isOurs(applicationId))
  )
}

type Faults = Pick<Plan, "faults">

/**
 * Whether the service created the application, denied it and sent no postback that endpoint 15 confirms. The plugin
 * must find one that was signed for the unchanged cart by its postback.
 */
export function isHidden(
  { world, asked, filedAfter }: Pick<Model, "world" | "asked" | "filedAfter">,
  plan: Faults,
  application: ApplicationView
): boolean {
  if (!isDenied(plan, application) || isKnown(world, application)) return false
  const isNamed = world.ours.some(({ named }) =>
    named.some((token) => token !== null && application.tokens.includes(token))
  )
  const isUnchanged = filedAfter.get(application.id) === asked.cartEdits
  const isFindable = isNamed && isUnchanged && !refusesChecks(plan)
  return application.status !== "S" || !isFindable
}

/** Whether the list of pre-approvals shows the application as needing attention. */
export function isToldAsPreApproval(
  { preApprovals }: World,
  { tokens }: Pick<ApplicationView, "tokens">
): boolean {
  return preApprovals.some(
    ({ state, token }) => state === "needs-attention" && token !== null && tokens.includes(token)
  )
}

/** @throws Violation when Medusa and the service differ without a review case, or agree with one */
export function expectAgreement({ world, ...rest }: Model, plan: Faults = { faults: [] }): void {
  const model = { world, ...rest }
  for (const application of world.applications) {
    if (isHidden(model, plan, application)) continue
    const ours = oursOf(world, application)
    const verdict = judge(model, plan, application)
    const told = (ours?.review_cases ?? []).filter(({ cause }) => cause !== "order-id")
    const where = `application ${application.originalOrderId.split("-").at(-1)} reads ${application.status}`
    if (verdict === "differ" && told.length === 0 && !isToldAsPreApproval(world, application)) {
      throw new Violation(`no review case, though Medusa and the service differ: ${where}`)
    }
    const [first] = told
    if (verdict === "agree" && first) {
      throw new Violation(
        `a review case, though Medusa and the service agree: ${where}, "${first.reason}"`
      )
    }
  }
  for (const ours of world.ours) {
    const doubts = doubtsOf(ours).filter((one) => needsCase(ours, one, model.hadAlarm))
    if (doubts.length > 0 && ours.review_cases.length === 0) {
      throw new Violation(
        `in doubt without a review case: ${doubts.map(({ kind }) => kind).join(", ")}`
      )
    }
  }
}
