import type { ApplicationView } from "../../../src/sandbox"
import { isMistakenForOwnRefund } from "./agreement"
import {
  type Change,
  countLostCreates,
  type Rule,
  type ApplicationChange,
  listApplicationChanges,
} from "./change"
import { getExternalEffects, type Model, Violation } from "./history"
import { FLOW_RULES } from "./flow-rules"
import {
  findServiceApplication,
  toCents,
  listDoubts,
  hasKnownToken,
  needsReviewCase,
  findRecord,
  findPayment,
  type Snapshot,
} from "./snapshot"

/** Whether a cancel by the plugin took effect in this step. */
function isCancelledByPlugin({ model }: Change, { was, is }: ApplicationChange): boolean {
  const { ends, endsAtLastRead } = getExternalEffects(model, is.id)
  return is.cancelCount - (was?.cancelCount ?? 0) > ends - endsAtLastRead
}

/** Whether the service attached the cart after it had refused to. */
const isAttachedLate = (snapshot: Snapshot, application: ApplicationView): boolean =>
  application.kind === "pre-approval" && !hasKnownToken(snapshot, application)

/** Describes what in Medusa depends on an application, which must not be cancelled then. */
function describeDependent(
  snapshot: Snapshot,
  model: Model,
  application: ApplicationView
): string | false {
  const { medusa } = snapshot
  const record = findRecord(snapshot, application)
  const payment = findPayment(snapshot, record)
  if (medusa.order) {
    return !medusa.order.canceled && payment && !payment.canceled ? "an order's payment" : false
  }
  const isChosen = record?.live && record.sessions.some((id) => medusa.sessions.includes(id))
  const isChanged = model.activity.cartEdits > 0
  return isChosen && !isChanged && model.activity.hours === 0 ? "the shopper's open cart" : false
}

/** Counts the plugin's refunds that took effect although the service refused them. */
function countRefusedButDone(snapshot: Snapshot, application: ApplicationView): number {
  const operations = (findRecord(snapshot, application)?.operations ?? []).filter(({ kind }) =>
    ["refund", "partial-refund"].includes(kind)
  )
  const countEffects = (target: number | null) =>
    target === 0
      ? application.refundCount
      : application.partialRefunds.filter(({ loanAmount }) => toCents(loanAmount) === target).length
  return operations.filter(({ outcome, target }) => {
    const others = operations.filter(
      (operation) => operation.target === target && operation.outcome !== "refused"
    )
    return outcome === "refused" && countEffects(target) > others.length
  }).length
}

/**
 * The model's oracle. Each rule checks what one step changed; everything that no rule forbids is allowed.
 */
const RULES: Record<string, Rule> = {
  // Core deletes a session whose create call was lost, and then creates another.
  "one application for each time that financing is chosen": ({ after, model }) =>
    after.applications.filter((application) => !isAttachedLate(after, application)).length >
    model.activity.choices + countLostCreates(after),

  "one live application, unless it is not known what became of an earlier one": ({ after }) =>
    after.records.filter(({ live }) => live).length > 1,

  "settled only because the merchant captures, and each application once": (change) =>
    listApplicationChanges(change).some(({ was, is }) => {
      const settles = is.settleCount - (was?.settleCount ?? 0)
      // A partial refund may create a new application, which has to be settled too.
      const maxSettles = 1 + is.partialRefunds.length
      return is.settleCount > maxSettles || (settles > 0 && change.model.activity.captures === 0)
    }),

  "nothing is ended that something in Medusa lives on (I5)": (change) =>
    listApplicationChanges(change)
      .filter((applicationChange) => isCancelledByPlugin(change, applicationChange))
      .map(({ is }) => {
        const then = describeDependent(change.before, change.model, is)
        return then && describeDependent(change.after, change.model, is)
      })
      .find((dependent) => dependent),

  "refunded only as often and as much as the merchant asked (I6)": (change) =>
    change.after.applications.some((application) => {
      const effects = getExternalEffects(change.model, application.id)
      const { refunds } = change.model.activity
      const sumAmounts = (some: typeof refunds) => some.reduce((sum, { amount }) => sum + amount, 0)
      const refused = refunds.filter(({ answer }) => answer === "refused")
      // A refund that took effect although it was refused; a check finds it and opens a review case.
      const largest = refused.sort((a, b) => b.amount - a.amount)
      const done = largest.slice(0, countRefusedButDone(change.after, application))
      const requested =
        sumAmounts(refunds.filter(({ answer }) => answer !== "refused")) + sumAmounts(done)
      // Core refunds a captured order when it is cancelled.
      const isEnded = change.model.activity.isOrderCancelled
      if (isEnded || effects.partialRefunds + effects.fullRefunds > 0) return false
      const left = application.refunded ? 0 : toCents(application.loanAmount)
      const isOurs = application.refundCount + application.partialRefunds.length > 0
      return isOurs && toCents(application.originalLoanAmount) - left > requested
    }),

  "an order only of a signed application, or of one under review whose shopper is there (I4)": ({
    before,
    after,
    model,
  }) => {
    const { hasOtherMethod, isConverted } = model.activity
    if (!after.medusa.order || before.medusa.order || hasOtherMethod || isConverted) return false
    const isSigned = after.applications.some(({ id }) => model.signed.has(id))
    const isReviewed = after.applications.some(({ status }) => ["W", "M"].includes(status))
    return (
      !isSigned &&
      !(isReviewed && model.activity.isShopperPresent) &&
      !model.activity.isShopperPresent
    )
  },

  "a payment only of a signed application, for exactly what was signed (I4)": ({ after, model }) =>
    after.medusa.payments.some(({ session, amount }) => {
      const record = after.records.find(({ sessions }) => sessions.includes(session))
      const application = record && findServiceApplication(after, record)
      if (!application || !model.signed.has(application.id)) return true
      return amount !== toCents(application.originalLoanAmount)
    }),

  "captured in Medusa only what is settled or funded (I2)": ({ after }) =>
    after.applications.some((application) => {
      const payment = findPayment(after, findRecord(after, application))
      // The application that a partial refund replaced was paid, even if the new one stays unsigned.
      const isPaid = application.chain.some(({ settled, funded }) => settled || funded)
      return payment?.captured && !isPaid && !application.refunded
    }),

  "refunded in Medusa only what the service no longer finances (I3)": ({ after, model }) =>
    // A crash between the two leaves a refund in Medusa, which the final agreement checks.
    model.activity.crashes === 0 &&
    after.applications.some((application) => {
      const record = findRecord(after, application)
      const payment = findPayment(after, record)
      if (!record || !payment || listDoubts(record).length > 0) return false
      if (isMistakenForOwnRefund(model, application)) return false
      const left = application.refunded ? 0 : toCents(application.loanAmount)
      return payment.refunded > toCents(application.originalLoanAmount) - left
    }),

  "an order is cancelled by the merchant, or because its financing came to nothing": ({
    after,
    model,
  }) => {
    if (!after.medusa.order?.canceled || model.activity.isOrderCancelled) return false
    return !after.applications.some(({ id }) => model.ended.has(id))
  },

  "whatever is in doubt is listed, once its call has ended (I12)": ({ after, model }) =>
    after.records.some((record) => {
      const isDoubtful = record.operations.some(
        (operation) =>
          operation.outcome === "in-doubt" && needsReviewCase(record, operation, model.hadAlarm)
      )
      return isDoubtful && record.review_cases.length === 0
    }),
}

/** @throws Violation that names the rule */
export function checkRules(before: Snapshot, model: Model): void {
  const change = { before, after: model.snapshot, model }
  for (const [rule, checkRule] of Object.entries({ ...RULES, ...FLOW_RULES })) {
    const found = checkRule(change)
    if (found) {
      throw new Violation(`${rule}${typeof found === "string" ? ` (${found})` : ""}`)
    }
  }
}
