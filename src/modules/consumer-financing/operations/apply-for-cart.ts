import { sentence } from "../../../translation/sentence"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import {
  type Applied,
  applyAgain,
  type ApplyInput,
  isStaffRequest,
  retirePreviousApplication,
  NO_RETIREMENT,
} from "./apply-again"
import { canContinue, findFiled, withCartLease } from "./find-live"
import type { Flow } from "./hosted-flow"
import { countCreate, logUnusualCount } from "./limit-applications"
import { toWithheldError } from "./withhold-link"

const NO_PAGE =
  "The financing service did not say where the application goes on, so it is being closed. Nothing was charged: please try again, or choose another payment method."

export type ApplyResult = Exclude<Applied, { outcome: "withheld" }>

/**
 * Ensures one live application per cart snapshot. An unchanged cart adopts the live application, so a storefront
 * that re-renders creates no second one. A changed cart gets a new one and requests the cancellation of the old one.
 * A declined cart repeats the decline without a call until it changes or the shopper explicitly applies again.
 * Throws a message for the shopper when the service cannot be reached.
 */
export async function applyForCart(
  context: Context,
  input: ApplyInput,
  flow: Flow
): Promise<ApplyResult> {
  const { snapshot, paymentSessionId, isExplicit = false } = input
  const applied = { snapshot, sentPhone: flow.sentPhone }
  return await withCartLease(context, snapshot.cartId, async (lease) => {
    const { environment } = context.options
    await context.home.requireUnlocked({ environment })
    const filed = await findFiled(context, applied)
    const { live } = filed
    if (live && (await canContinue(context, live, applied)) && (await flow.accepts(live))) {
      return { outcome: "applied", application: await adopt(context, live, paymentSessionId) }
    }
    const answered = flow.findAnswered(isExplicit ? { ...filed, declined: null } : filed)
    if (answered) return await repeat(context, answered, paymentSessionId)
    // Runs before any change, so that a refused shopper can continue the previous application.
    const counted = isStaffRequest(flow) ? null : await countCreate(context, snapshot)
    const retirement = live
      ? await retirePreviousApplication(context, { live, snapshot, flow, environment })
      : NO_RETIREMENT
    const applying = { ...input, environment, lease, flow, retirement, counted }
    const result = await applyAgain(context, applying)
    if (counted?.isUnusual) await logUnusualCount(context, result.application.id)
    if (result.outcome === "withheld") throw toWithheldError(flow)
    if (result.outcome === "applied") await requirePage(context, result.application)
    return result
  })
}

/** Attaches the session to the declined application: the purchase continues if the service approves it later. */
async function repeat(
  context: Context,
  application: ApplicationRecord,
  paymentSessionId: string | null
): Promise<ApplyResult> {
  // The service never created it.
  if (application.code === null) return { outcome: "refused", application }
  if (paymentSessionId !== null) {
    await context.applications.attachSession(application.id, paymentSessionId)
  }
  return { outcome: "applied", application }
}

async function adopt(
  context: Context,
  live: ApplicationRecord,
  paymentSessionId: string | null
): Promise<ApplicationRecord> {
  if (paymentSessionId !== null) {
    await context.applications.attachSession(live.id, paymentSessionId)
    const details = { payment_session_id: paymentSessionId }
    await context.timeline.note(live.id, "session-adopted", details)
  }
  return await context.applications.update({ id: live.id, end_reason: null })
}

/**
 * Throws a message for the applicant where the service created an application without a page for the customer. It is
 * superseded and cancelled.
 */
async function requirePage(context: Context, application: ApplicationRecord): Promise<void> {
  const { kind, state, customer_url } = application
  const needsPage = kind === "hosted" || kind === "virtual-cart"
  if (needsPage && state === "awaiting-customer" && customer_url === null) {
    await context.closing.supersede(application, "the service named no page to go on at")
    throw sentence(NO_PAGE)
  }
}
