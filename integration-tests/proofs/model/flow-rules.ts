import type { ApplicationView } from "../../../src/sandbox"
import {
  type Change,
  hasEnded,
  countLostCreates,
  type Rule,
  listApplicationChanges,
} from "./change"
import { findServiceApplication, type ApplicationRow, type Snapshot } from "./snapshot"

/** Whether the customer can continue with the application, or has finished their part. */
function canContinue(record: ApplicationRow, application: ApplicationView | undefined): boolean {
  if (!application || hasEnded(application) || !record.live || record.cancelling) return false
  if (["under-review", "ready-to-settle"].includes(record.state)) return true
  if (record.state !== "awaiting-customer") return false
  if (record.kind === "full") return record.hasAddress || record.offers.length > 0
  return record.kind === "pre-approval" || record.hasAddress
}

/**
 * Whether another flow may replace the application: the storefront creates a hosted one before the shopper chooses a
 * flow.
 */
function canBeReplaced({ kind, status }: ApplicationView, next: ApplicationView): boolean {
  return kind === "hosted" && status === "P" && next.kind !== "hosted"
}

/** Whether the shopper switched to another payment method. */
function isAbandoned({ sessions }: ApplicationRow, { medusa }: Snapshot): boolean {
  return sessions.length > 0 && !sessions.some((id) => medusa.sessions.includes(id))
}

/** The default limit for signing, in hours. */
const SIGNING_LIMIT_HOURS = 48

/** Whether the application ended, or a cancel of it may have taken effect. */
function isPossiblyEnded(record: ApplicationRow, snapshot: Snapshot): boolean {
  const application = findServiceApplication(snapshot, record)
  if (application && hasEnded(application)) return true
  const now = snapshot.records.find(({ id }) => id === record.id)
  return !!now?.operations.some(({ kind, outcome }) => kind === "cancel" && outcome !== "refused")
}

/** Whether the service attached a pre-approval late, after it had refused to. */
function isLateAttachment({ id }: ApplicationView, { preApproved, records }: Snapshot): boolean {
  const isRefused = records.some(
    (record) =>
      record.kind === "pre-approval" &&
      record.operations.some(({ kind, outcome }) => kind === "create" && outcome === "refused")
  )
  return isRefused && preApproved.some((application) => application.id === id)
}

/** Whether this step created an application although an earlier one was still usable. */
function hasRedundantApplication({ before, after, model }: Change): boolean {
  if (countLostCreates(after) > countLostCreates(before)) return false
  const created = listApplicationChanges({ before, after, model }).filter(
    ({ was, is }) => was === undefined && !isLateAttachment(is, before)
  )
  return before.records.some((record) => {
    const application = findServiceApplication(before, record)
    const isUnchanged =
      application && model.editsAtCreation.get(application.id) === model.activity.cartEdits
    // A paid application covers its part of the order; another may cover the rest.
    const isPaid = before.medusa.payments.some(({ session }) => record.sessions.includes(session))
    if (!isUnchanged || isPaid || !canContinue(record, application)) return false
    // The plugin recorded a decline that predates the signature only in this step.
    const now = after.records.find(({ id }) => id === record.id)
    if (!record.wasDeclined && now?.wasDeclined) return false
    const mayEnd = isAbandoned(record, before) || model.activity.hours >= SIGNING_LIMIT_HOURS
    if (mayEnd && isPossiblyEnded(record, after)) return false
    return created.some(({ is }) => !canBeReplaced(application, is))
  })
}

/** Rules about the four flows to an application. */
export const FLOW_RULES: Record<string, Rule> = {
  "applying again for what is unchanged files nothing more (E1)": (change) =>
    change.model.activity.crashes === 0 && hasRedundantApplication(change),

  "the chosen offer is the one that the service holds": ({ after }) =>
    after.records.some((record) => {
      // A choice whose answer was lost may have taken effect.
      const isChoiceKnown = record.operations.every(
        ({ kind, lost }) => kind !== "select-offer" || !lost
      )
      const application = findServiceApplication(after, record)
      if (record.selected === null || !isChoiceKnown || !application) return false
      return application.chosenOfferId !== record.selected
    }),

  "a draft becomes an order because its customer signed, or because staff make it one": ({
    before,
    after,
    model,
  }) =>
    before.medusa.draft !== null &&
    after.medusa.order !== null &&
    !model.activity.isConverted &&
    !after.applications.some(({ id }) => model.signed.has(id)),

  "a request that staff took back never pays": ({ before, after, model }) =>
    after.records.some(({ id, sessions }) => {
      if (!model.activity.withdrawn.has(id)) return false
      const isOfRecord = ({ session }: { session: string }) => sessions.includes(session)
      return after.medusa.payments.some(isOfRecord) && !before.medusa.payments.some(isOfRecord)
    }),

  "a request that staff took back makes no order": ({ before, after, model }) => {
    const { activity, signed } = model
    if (before.medusa.draft === null || after.medusa.order === null || activity.isConverted)
      return false
    const validPayers = after.applications.filter((application) => {
      const record = after.records.find(
        (record) => findServiceApplication(after, record)?.id === application.id
      )
      if (!record || !signed.has(application.id)) return false
      // Within one step, the order may have been placed before the withdrawal.
      return !activity.withdrawn.has(record.id) || record.placedBeforeWithdrawn
    })
    return validPayers.length === 0
  },

  "a pre-approval pays for carts that its claim was brought to, and for no stranger's (G11)": ({
    after,
    model,
  }) =>
    after.preApprovals.some(({ id, uses }) =>
      uses.some(({ cartId }) => !model.activity.claimed.get(id)?.has(cartId))
    ),

  "a pre-approval is used by one application, and pays for one order": ({ after }) =>
    after.preApprovals.some(({ uses }) => {
      const payments = uses.reduce((sum, one) => sum + Number(one.payments), 0)
      return uses.length > 1 || payments > 1
    }),
}
