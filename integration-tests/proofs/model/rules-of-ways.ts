import type { ApplicationView } from "../../../src/sandbox"
import { type Change, isOver, lostCreates, type Rule, turnedIn } from "./change"
import { applicationOf, type OursSeen, type World } from "./world"

/** Whether the customer can continue with the application, or has finished their part. */
function canGoOn(ours: OursSeen, application: ApplicationView | undefined): boolean {
  if (!application || isOver(application) || !ours.live || ours.cancelling) return false
  if (["under-review", "ready-to-settle"].includes(ours.state)) return true
  if (ours.state !== "awaiting-customer") return false
  if (ours.kind === "full") return ours.hasAddress || ours.offers.length > 0
  return ours.kind === "pre-approval" || ours.hasAddress
}

/**
 * Whether another way may replace the application: the storefront creates a hosted one before the shopper chooses a
 * way.
 */
function takesPlace({ kind, status }: ApplicationView, next: ApplicationView): boolean {
  return kind === "hosted" && status === "P" && next.kind !== "hosted"
}

/** Whether the shopper switched to another payment method. */
function isLeft({ sessions }: OursSeen, { medusa }: World): boolean {
  return sessions.length > 0 && !sessions.some((id) => medusa.sessions.includes(id))
}

/** The default limit for signing, in hours. */
const SIGNED_WITHIN = 48

/** Whether the application ended, or a cancel of it may have taken effect. */
function isEnded(ours: OursSeen, world: World): boolean {
  const application = applicationOf(world, ours)
  if (application && isOver(application)) return true
  const now = world.ours.find(({ id }) => id === ours.id)
  return !!now?.operations.some(({ kind, outcome }) => kind === "cancel" && outcome !== "refused")
}

/** Whether the service attached a pre-approval late, after it had refused to. */
function isLateUse({ id }: ApplicationView, { preApproved, ours }: World): boolean {
  const isRefused = ours.some(
    (one) =>
      one.kind === "pre-approval" &&
      one.operations.some(({ kind, outcome }) => kind === "create" && outcome === "refused")
  )
  return isRefused && preApproved.some((one) => one.id === id)
}

/** Whether this step created an application although an earlier one was still usable. */
function filedInVain({ before, after, model }: Change): boolean {
  if (lostCreates(after) > lostCreates(before)) return false
  const filed = turnedIn({ before, after, model }).filter(
    ({ was, is }) => was === undefined && !isLateUse(is, before)
  )
  return before.ours.some((ours) => {
    const application = applicationOf(before, ours)
    const isUnchanged =
      application && model.filedAfter.get(application.id) === model.asked.cartEdits
    // A paid application covers its part of the order; another may cover the rest.
    const isPaid = before.medusa.payments.some(({ session }) => ours.sessions.includes(session))
    if (!isUnchanged || isPaid || !canGoOn(ours, application)) return false
    // The plugin recorded a decline that predates the signature only in this step.
    const now = after.ours.find(({ id }) => id === ours.id)
    if (!ours.wasDeclined && now?.wasDeclined) return false
    const mayEnd = isLeft(ours, before) || model.asked.hours >= SIGNED_WITHIN
    if (mayEnd && isEnded(ours, after)) return false
    return filed.some(({ is }) => !takesPlace(application, is))
  })
}

/** Rules about the four ways to an application. */
export const RULES_OF_WAYS: Record<string, Rule> = {
  "applying again for what is unchanged files nothing more (E1)": (change) =>
    change.model.asked.crashes === 0 && filedInVain(change),

  "the chosen offer is the one that the service holds": ({ after }) =>
    after.ours.some((ours) => {
      // A choice whose answer was lost may have taken effect.
      const isSure = ours.operations.every(({ kind, lost }) => kind !== "select-offer" || !lost)
      const application = applicationOf(after, ours)
      if (ours.selected === null || !isSure || !application) return false
      return application.chosenOfferId !== ours.selected
    }),

  "a draft becomes an order because its customer signed, or because staff make it one": ({
    before,
    after,
    model,
  }) =>
    before.medusa.draft !== null &&
    after.medusa.order !== null &&
    !model.asked.converted &&
    !after.applications.some(({ id }) => model.signed.has(id)),

  "a request that staff took back never pays": ({ before, after, model }) =>
    after.ours.some(({ id, sessions }) => {
      if (!model.asked.withdrawn.has(id)) return false
      const isOurs = ({ session }: { session: string }) => sessions.includes(session)
      return after.medusa.payments.some(isOurs) && !before.medusa.payments.some(isOurs)
    }),

  "a request that staff took back makes no order": ({ before, after, model }) => {
    const { asked, signed } = model
    if (before.medusa.draft === null || after.medusa.order === null || asked.converted) return false
    const purchaseState = after.applications.filter((application) => {
      const ours = after.ours.find((one) => applicationOf(after, one)?.id === application.id)
      if (!ours || !signed.has(application.id)) return false
      // Within one step, the order may have been placed before the withdrawal.
      return !asked.withdrawn.has(ours.id) || ours.placedBeforeWithdrawn
    })
    return purchaseState.length === 0
  },

  "a pre-approval pays for carts that its claim was brought to, and for no stranger's (G11)": ({
    after,
    model,
  }) =>
    after.preApprovals.some(({ id, uses }) =>
      uses.some(({ cartId }) => !model.asked.claimed.get(id)?.has(cartId))
    ),

  "a pre-approval is used by one application, and pays for one order": ({ after }) =>
    after.preApprovals.some(({ uses }) => {
      const payments = uses.reduce((sum, one) => sum + Number(one.payments), 0)
      return uses.length > 1 || payments > 1
    }),
}
