import type { ApplicationView } from "../../../src/sandbox"
import { isTakenForOurs } from "./agreement"
import { type Change, lostCreates, type Rule, type Turned, turnedIn } from "./change"
import { localEffectsOf, type Model, Violation } from "./history"
import { RULES_OF_WAYS } from "./rules-of-ways"
import {
  applicationOf,
  cents,
  doubtsOf,
  isKnown,
  needsCase,
  oursOf,
  paymentOn,
  type World,
} from "./world"

/** Whether a cancel by the plugin took effect in this step. */
function isEndedByUs({ model }: Change, { was, is }: Turned): boolean {
  const { ends, endsSeen } = localEffectsOf(model, is.id)
  return is.cancelCount - (was?.cancelCount ?? 0) > ends - endsSeen
}

/** Whether the service attached the cart after it had refused to. */
const isAttachedLate = (world: World, application: ApplicationView): boolean =>
  application.kind === "pre-approval" && !isKnown(world, application)

/** Describes what in Medusa depends on an application, which must not be cancelled then. */
function isNeeded(world: World, model: Model, application: ApplicationView): string | false {
  const { medusa } = world
  const ours = oursOf(world, application)
  const payment = paymentOn(world, ours)
  if (medusa.order) {
    return !medusa.order.canceled && payment && !payment.canceled ? "an order's payment" : false
  }
  const isChosen = ours?.live && ours.sessions.some((id) => medusa.sessions.includes(id))
  const isChanged = model.asked.cartEdits > 0
  return isChosen && !isChanged && model.asked.hours === 0 ? "the shopper's open cart" : false
}

/** Counts the plugin's refunds that took effect although the service refused them. */
function refusedAndDone(world: World, application: ApplicationView): number {
  const operations = (oursOf(world, application)?.operations ?? []).filter(({ kind }) =>
    ["refund", "partial-refund"].includes(kind)
  )
  const wasDone = (target: number | null) =>
    target === 0
      ? application.refundCount
      : application.partialRefunds.filter(({ loanAmount }) => cents(loanAmount) === target).length
  return operations.filter(({ outcome, target }) => {
    const others = operations.filter((one) => one.target === target && one.outcome !== "refused")
    return outcome === "refused" && wasDone(target) > others.length
  }).length
}

/**
 * The model's oracle. Each rule checks what one step changed; everything that no rule forbids is allowed.
 */
const RULES: Record<string, Rule> = {
  // Core deletes a session whose create call was lost, and then creates another.
  "one application for each time that financing is chosen": ({ after, model }) =>
    after.applications.filter((one) => !isAttachedLate(after, one)).length >
    model.asked.choices + lostCreates(after),

  "one live application, unless it is not known what became of an earlier one": ({ after }) =>
    after.ours.filter(({ live }) => live).length > 1,

  "settled only because the merchant captures, and each application once": (change) =>
    turnedIn(change).some(({ was, is }) => {
      const settles = is.settleCount - (was?.settleCount ?? 0)
      // A partial refund may create a new application, which has to be settled too.
      const most = 1 + is.partialRefunds.length
      return is.settleCount > most || (settles > 0 && change.model.asked.captures === 0)
    }),

  "nothing is ended that something in Medusa lives on (I5)": (change) =>
    turnedIn(change)
      .filter((turned) => isEndedByUs(change, turned))
      .map(({ is }) => {
        const then = isNeeded(change.before, change.model, is)
        return then && isNeeded(change.after, change.model, is)
      })
      .find((need) => need),

  "refunded only as often and as much as the merchant asked (I6)": (change) =>
    change.after.applications.some((application) => {
      const effects = localEffectsOf(change.model, application.id)
      const { refunds } = change.model.asked
      const sumOf = (some: typeof refunds) => some.reduce((sum, { amount }) => sum + amount, 0)
      const refused = refunds.filter(({ answer }) => answer === "refused")
      // A refund that took effect although it was refused; a check finds it and opens a review case.
      const largest = refused.sort((one, two) => two.amount - one.amount)
      const done = largest.slice(0, refusedAndDone(change.after, application))
      const wished = sumOf(refunds.filter(({ answer }) => answer !== "refused")) + sumOf(done)
      // Core refunds a captured order when it is cancelled.
      const isEnded = change.model.asked.orderCancelled
      if (isEnded || effects.partialRefunds + effects.fullRefunds > 0) return false
      const left = application.refunded ? 0 : cents(application.loanAmount)
      const isOurs = application.refundCount + application.partialRefunds.length > 0
      return isOurs && cents(application.originalLoanAmount) - left > wished
    }),

  "an order only of a signed application, or of one under review whose shopper is there (I4)": ({
    before,
    after,
    model,
  }) => {
    const { otherMethod, converted } = model.asked
    if (!after.medusa.order || before.medusa.order || otherMethod || converted) return false
    const isSigned = after.applications.some(({ id }) => model.signed.has(id))
    const isReviewed = after.applications.some(({ status }) => ["W", "M"].includes(status))
    return !isSigned && !(isReviewed && model.asked.present) && !model.asked.present
  },

  "a payment only of a signed application, for exactly what was signed (I4)": ({ after, model }) =>
    after.medusa.payments.some(({ session, amount }) => {
      const ours = after.ours.find(({ sessions }) => sessions.includes(session))
      const application = ours && applicationOf(after, ours)
      if (!application || !model.signed.has(application.id)) return true
      return amount !== cents(application.originalLoanAmount)
    }),

  "captured in Medusa only what is settled or funded (I2)": ({ after }) =>
    after.applications.some((application) => {
      const payment = paymentOn(after, oursOf(after, application))
      // The application that a partial refund replaced was paid, even if the new one stays unsigned.
      const isPaid = application.chain.some(({ settled, funded }) => settled || funded)
      return payment?.captured && !isPaid && !application.refunded
    }),

  "refunded in Medusa only what the service no longer finances (I3)": ({ after, model }) =>
    // A crash between the two leaves a refund in Medusa, which the final agreement checks.
    model.asked.crashes === 0 &&
    after.applications.some((application) => {
      const ours = oursOf(after, application)
      const payment = paymentOn(after, ours)
      if (!ours || !payment || doubtsOf(ours).length > 0) return false
      if (isTakenForOurs(model, application)) return false
      const left = application.refunded ? 0 : cents(application.loanAmount)
      return payment.refunded > cents(application.originalLoanAmount) - left
    }),

  "an order is cancelled by the merchant, or because its financing came to nothing": ({
    after,
    model,
  }) => {
    if (!after.medusa.order?.canceled || model.asked.orderCancelled) return false
    return !after.applications.some(({ id }) => model.over.has(id))
  },

  "whatever is in doubt is listed, once its call has ended (I12)": ({ after, model }) =>
    after.ours.some((ours) => {
      const isDoubtful = ours.operations.some(
        (operation) =>
          operation.outcome === "in-doubt" && needsCase(ours, operation, model.hadAlarm)
      )
      return isDoubtful && ours.review_cases.length === 0
    }),
}

/** @throws Violation that names the rule */
export function checkRules(before: World, model: Model): void {
  const change = { before, after: model.world, model }
  for (const [rule, breaks] of Object.entries({ ...RULES, ...RULES_OF_WAYS })) {
    const found = breaks(change)
    if (found) {
      throw new Violation(`${rule}${typeof found === "string" ? ` (${found})` : ""}`)
    }
  }
}
