import type { ApplicationView } from "../../../src/sandbox"
import { localEffectsOf, type Model, Violation } from "./history"
import { isDenied, type Plan, refusesAttaching, refusesChecks } from "./plan"
import { cents, doubtsOf, isKnown, needsCase, oursOf, paymentOn, type World } from "./world"

type Verdict =
  /** Medusa and the service agree: there must be no review case. */
  | "agree"
  /** They differ: there must be a review case. */
  | "differ"
  /** It depends on more than the model knows. */
  | "either"

/** At rest, and more than a week later: what both worlds say about one application. */
function judge(model: Model, plan: Faults, application: ApplicationView): Verdict {
  const { world } = model
  const { medusa } = world
  const { status, settled, funded, refunded, loanAmount, originalLoanAmount } = application
  const payment = paymentOn(world, oursOf(world, application))
  // A payment that a failed completion left behind pays for nothing: no order can be placed on it.
  const isAlive = payment?.canceled === false && medusa.order?.canceled === false
  const effects = localEffectsOf(model, application.id)
  if (refunded || status === "T") {
    if (!payment) return "either"
    const isEven = payment.refunded === payment.amount && payment.captured
    if (effects.fullRefunds > 0 || isReplacedUnseen(model, application)) return "either"
    return isEven && !medusa.order?.canceled ? "agree" : "either"
  }
  if (["U", "X", "O"].includes(status)) {
    // Captured, and neither paid nor given back: Medusa counts money without a loan.
    const isKept = payment?.captured === true && payment.refunded < payment.amount
    if (isAlive || isKept) return "differ"
    // An open order without a payment by this loan: perhaps another method pays.
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
    // Staff changed the order while its customer signed: another sum may be due by now.
    const isEdited = model.filedAfter.get(application.id) !== model.asked.cartEdits
    const mayBeAsked = isEdited && application.kind === "virtual-cart"
    return isAlive && !payment?.captured ? (mayBeAsked ? "either" : "agree") : "differ"
  }
  if (isAttachedUnseen(world, plan, application)) return "either"
  // Not signed after more than a week: ended, unless the checkout's order still waits for the decision.
  if (isAlive) return "differ"
  const isCheckout = application.kind !== "virtual-cart"
  const waits = isCheckout && medusa.order && !medusa.order.canceled && !payment
  return waits || ["W", "M", "B"].includes(status) ? "either" : "differ"
}

/**
 * A part was given back in the portal, and the service replaced the application with one that the plugin
 * does not know. However much of it is refunded by now: only staff can say whose it is.
 */
function isReplacedUnseen(model: Model, application: ApplicationView): boolean {
  const ours = oursOf(model.world, application)
  const { partialRefunds } = localEffectsOf(model, application.id)
  return ours?.tokens.includes(application.tip) === false && partialRefunds > 0
}

/**
 * While our full refund was in doubt, staff gave back a part in the portal, which reads the same at the
 * token that we know (T): only a postback can show that, and one may be lost or come too late.
 */
export function isTakenForOurs(model: Model, application: ApplicationView): boolean {
  const ours = oursOf(model.world, application)
  const isTaken = ours?.operations.some(
    ({ kind, lost, outcome }) => kind === "refund" && lost && outcome === "confirmed"
  )
  return isTaken === true && isReplacedUnseen(model, application) && application.refundCount === 0
}

/**
 * The service settled it, denied that, and reads as if it had not, for ever: the plugin cannot detect it.
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
 * Attached an hour after the service said that it would not: the plugin does not know, and a review case
 * opens once it is signed.
 */
export function isAttachedUnseen(
  world: World,
  { faults }: Faults,
  application: ApplicationView
): boolean {
  const isA = application.status === "A"
  return isA && faults.some(refusesAttaching) && isUnused(world, application)
}

/** A pre-approval that waits for a cart, or is another cart's, as far as anybody here knows. */
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
 * The service made it and denied it, and the plugin cannot detect it: no postback named it that endpoint 15
 * vouches for. One that was signed for the cart as it still is has to be found by its postback.
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

/** Signed, without a known cart: it is in the list of pre-approvals as such. */
export function isToldAsPreApproval(
  { preApprovals }: World,
  { tokens }: Pick<ApplicationView, "tokens">
): boolean {
  return preApprovals.some(
    ({ state, token }) => state === "needs-attention" && token !== null && tokens.includes(token)
  )
}

/** @throws Violation when the worlds differ without a review case, or agree with one */
export function expectAgreement({ world, ...rest }: Model, plan: Faults = { faults: [] }): void {
  const model = { world, ...rest }
  for (const application of world.applications) {
    if (isHidden(model, plan, application)) continue
    const ours = oursOf(world, application)
    const verdict = judge(model, plan, application)
    const told = (ours?.review_cases ?? []).filter(({ cause }) => cause !== "order-id")
    const where = `application ${application.originalOrderId.split("-").at(-1)} reads ${application.status}`
    if (verdict === "differ" && told.length === 0 && !isToldAsPreApproval(world, application)) {
      throw new Violation(`nobody is told, though both worlds differ: ${where}`)
    }
    const [first] = told
    if (verdict === "agree" && first) {
      throw new Violation(`somebody is told, though both worlds agree: ${where}, "${first.reason}"`)
    }
  }
  for (const ours of world.ours) {
    const doubts = doubtsOf(ours).filter((one) => needsCase(ours, one, model.hadAlarm))
    if (doubts.length > 0 && ours.review_cases.length === 0) {
      throw new Violation(`in doubt and not listed: ${doubts.map(({ kind }) => kind).join(", ")}`)
    }
  }
}
