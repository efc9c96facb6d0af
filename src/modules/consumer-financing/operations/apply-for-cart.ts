import { toMerchantError, toShopperError } from "../../../translation/error-to-medusa"
import { NotSent, userError } from "../../../translation/user-error"
import type { Context } from "../context"
import type { ApplicationRecord, OperationRecord } from "../records"
import { canContinue, findFiled, findLive, isUsable, withCartLease } from "./find-live"
import type { Flow } from "./flows"
import { countCreate, type CountedCreate, logUnusualCount } from "./limit-applications"
import { problemOfLinks, toWithheldError, withholdLink } from "./withhold-link"
import { hasEnded } from "../../../domain/application-state"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { Environment } from "../../../options/options"
import { persist } from "../store/rows"
import { abandonCreate } from "./abandon-create"
import { readExplanation } from "../../../domain/service-link"
import { FinancingError } from "../../../financing-api"
import type { Lease } from "../coordination/lease"
import { finishOperation, runOperation } from "./run-operation"
import { causeOf } from "../outages/outages"

const NO_PAGE =
  "The financing service did not say where the application goes on, so it is being closed. Nothing was charged: please try again, or choose another payment method."

/** `refused`: outside the merchant's approval range, or a PO box that the service recognised. */
export type ApplyResult = { outcome: "applied" | "refused"; application: ApplicationRecord }

/** `withheld`: created with an unsafe link, which is not shown. */
type Applied = ApplyResult | { outcome: "withheld"; application: ApplicationRecord }

/**
 * Ensures one live application per cart snapshot. An unchanged cart adopts the live application, so a storefront
 * that re-renders creates no second one. A changed cart gets a new one and requests the cancellation of the old one.
 * A declined cart repeats the decline without a call until it changes or the shopper explicitly applies again.
 * Throws a message for the shopper or for staff when none was created, or its page is missing or unsafe.
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
    if (answered) {
      // The service never created it.
      if (answered.code === null) return { outcome: "refused", application: answered }
      // The purchase continues if the service approves the declined application later.
      if (paymentSessionId !== null) {
        await context.applications.attachSession(answered.id, paymentSessionId)
      }
      return { outcome: "applied", application: answered }
    }
    // Runs before any change, so that a refused shopper can continue the previous application.
    const counted = isStaffRequest(flow) ? null : await countCreate(context, snapshot)
    const retirement = live
      ? await retirePreviousApplication(context, { live, snapshot, flow, environment })
      : NO_RETIREMENT
    const applying = { ...input, environment, lease, flow, retirement, counted }
    const result = await createApplication(context, applying)
    if (counted?.isUnusual) await logUnusualCount(context, result.application.id)
    if (result.outcome === "withheld") throw toWithheldError(flow)
    if (result.outcome === "applied") await requirePage(context, result.application)
    return result
  })
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
    throw userError(NO_PAGE)
  }
}

/** Whether staff requested the application for a draft or an order. */
const isStaffRequest = ({ kind }: Pick<ApplicationRecord, "kind">) => kind === "virtual-cart"

type Replacing = {
  live: ApplicationRecord
  snapshot: OrderSnapshot
  flow: Flow
  environment: Environment
}

/** How the purchase's previous application ends, once the outcome of the new create is known. */
type Retirement = {
  /** The new application replaces it, or may replace it. */
  confirm: () => Promise<void>
  /** The service created none, so the previous one is live again. */
  rollback: () => Promise<void>
}

const nothing = async () => undefined
const NO_RETIREMENT: Retirement = { confirm: nothing, rollback: nothing }

/**
 * Makes room for a new application. A changed cart supersedes its application at once. A request by staff may still
 * be signed, so it stays until its replacement exists.
 */
async function retirePreviousApplication(
  context: Context,
  replacing: Replacing
): Promise<Retirement> {
  const { live } = replacing
  // The cart's lease is held, so a create without an answer has ended unrecorded.
  if (live.state === "created") {
    await abandonCreate(context, live)
    return NO_RETIREMENT
  }
  const why = describeReplacement(context, replacing)
  if (!isStaffRequest(live)) {
    await context.closing.supersede(live, why)
    return NO_RETIREMENT
  }
  await context.applications.update({ id: live.id, live_key: null })
  return {
    confirm: async () => {
      // A loan that pays for part of the order continues.
      if (live.order_id === null) await context.closing.supersede(live, why)
    },
    rollback: async () => {
      const { snapshot } = replacing
      if ((await findLive(context, snapshot.cartId)) === null) {
        const { id, live_key } = live
        await persist(() => context.applications.update({ id, live_key }))
        // A check during the create may have found nothing to do.
        await context.schedule.requestReconcile(live.id)
      }
    },
  }
}

function describeReplacement(
  context: Context,
  { live, snapshot, flow, environment }: Replacing
): string {
  if (!context.fingerprints.isUnchanged(live, snapshot) || hasEnded(live.state)) {
    return isStaffRequest(flow) ? "the order was changed" : "the cart was changed"
  }
  if (live.environment !== environment) {
    return "the shop went on in the service's other environment"
  }
  if (!context.fingerprints.isSameContact(live, snapshot, flow.sentPhone)) {
    return "the customer's contact details were changed"
  }
  const isOtherWay = flow.kind !== live.kind && isUsable(live)
  return isOtherWay ? "the customer applied in another way" : "the customer cannot go on with it"
}

export type ApplyInput = {
  snapshot: OrderSnapshot
  /** The payment session of the application; null where the cart has none yet. */
  paymentSessionId: string | null
  /** The logged-in customer; null for guests and staff. */
  loggedInId?: string | null
  /** The shopper or staff explicitly apply again after a decline. */
  isExplicit?: boolean
  /** Version of the terms that the shopper accepted in the shop's own form. */
  consent?: string | undefined
}

type Applying = ApplyInput & {
  environment: Environment
  lease: Lease
  flow: Flow
  retirement: Retirement
  /** Null for requests by staff, which are not counted. */
  counted: CountedCreate | null
}

/**
 * Creates the record, calls the service and records the result. The previous application ends with a confirmed or
 * doubtful create, and continues without one. Call it under the cart's lease.
 */
async function createApplication(
  context: Context,
  { environment, lease, flow, retirement, counted, ...input }: Applying
): Promise<Applied> {
  const { snapshot, paymentSessionId, loggedInId: customer_id = null } = input
  const { kind, sentPhone } = flow
  const opening = { environment, kind, paymentSessionId, customer_id, sentPhone }
  const application = await context.applications
    .open(snapshot, opening)
    .catch(async (error: unknown) => {
      await retirement.rollback()
      throw error
    })
  if (input.consent !== undefined) {
    await context.timeline.note(application.id, "consent-given", { version: input.consent })
  }
  const intent = { kind: "create" as const, token: null, target: snapshot.total }
  try {
    const { operation, answer } = await runOperation(
      context,
      { application, intent, lease },
      (client, options) => flow.create(application, client, options)
    )
    if (answer.outcome === "refused") {
      const ending = { outcome: "refused" as const, error_code: "out_of_range_or_po_box" }
      await finishOperation(context, operation, ending)
      const isSafe = problemOfLinks(context, application, [answer.url]) === null
      const closed = await context.closing.closeRefused(application, {
        explanation: isSafe ? readExplanation(answer.url) : null,
        // A refused pre-approval says nothing about the purchase.
        declinedAt: kind === "pre-approval" ? null : context.clock.dateIn(0),
      })
      await retirement.rollback()
      return { outcome: "refused", application: closed }
    }
    return await recordCreated(context, { application, operation, answer, retirement })
  } catch (error) {
    await counted?.failed(error)
    if (!isStaffRequest(flow) && error instanceof FinancingError && causeOf(error) !== null) {
      const sale = { purchaseId: snapshot.cartId, cents: snapshot.total }
      context.outages.recordLostSale(environment, sale)
    }
    await endFailedCreate(context, { application, retirement }, error)
    throw isStaffRequest(flow) ? toMerchantError(error) : toShopperError(error)
  }
}

type Created = {
  application: ApplicationRecord
  operation: OperationRecord
  answer: Extract<Awaited<ReturnType<Flow["create"]>>, { outcome: "created" }>
  retirement: Retirement
}

async function recordCreated(
  context: Context,
  { application, operation, answer, retirement }: Created
): Promise<Applied> {
  const problem = problemOfLinks(context, application, [answer.url, ...(answer.links ?? [])])
  const kept = problem
    ? { ...answer, url: null, decided: { ...answer.decided, offers: null } }
    : answer
  const details = { cents: application.financed_cents }
  const happened = { what: "created" as const, details }
  const created = await persist(() =>
    context.outcomes.confirmCreate({ operation, application, happened, ...kept })
  )
  await retirement.confirm()
  const { id, code, state } = created
  if (code !== null) {
    await context.timeline.note(id, "status-changed", { from: null, to: code, state })
  }
  if (answer.differs) await context.reviewCases.open(id, "amounts", answer.differs)
  if (problem) await withholdLink(context, created, problem)
  return { outcome: problem ? "withheld" : "applied", application: created }
}

async function endFailedCreate(
  context: Context,
  { application, retirement }: Pick<Created, "application" | "retirement">,
  error: unknown
): Promise<void> {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  if (didNotHappen || error instanceof NotSent) {
    await context.closing.closeRefused(application)
    await retirement.rollback()
  } else {
    await abandonCreate(context, application)
    const { state } = await context.rows.retrieveFinancingApplication(application.id)
    await (hasEnded(state) ? retirement.rollback() : retirement.confirm())
  }
}
