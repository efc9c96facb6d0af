import { hasEnded } from "../../../domain/application-state"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { Environment } from "../../../options/options"
import type { Context } from "../context"
import { persist } from "../store/rows"
import type { ApplicationRecord } from "../records"
import { findLive, isUsable } from "./find-live"
import { abandonCreate } from "./abandon-create"
import type { Created, Flow } from "./hosted-flow"
import { NotSent } from "../../../translation/sentence"
import { readExplanation } from "../../../domain/explanation"
import { cents } from "../../../domain/money"
import { FinancingError } from "../../../financing-api"
import type { Lease } from "../coordination/lease"
import { finish } from "./finish-operation"
import { runOperation } from "./run-operation"
import { causeOf } from "../outages/outages"
import type { CountedCreate } from "./limit-applications"
import { problemOfLinks, withholdLink } from "./withhold-link"

/** Asked for by staff, for a draft or an order. */
export const isStaffs = ({ kind }: Pick<ApplicationRecord, "kind">) => kind === "virtual-cart"

type Replacing = {
  live: ApplicationRecord
  snapshot: OrderSnapshot
  flow: Flow
  environment: Environment
}

/** The application that was there before, which ends with the lease on its cart still ours. */
export type Earlier = {
  /** Another one takes its place, or may. */
  isReplaced: () => Promise<void>
  /** The service made none. */
  stays: () => Promise<void>
}

const nothing = async () => undefined
export const NOBODY: Earlier = { isReplaced: nothing, stays: nothing }

/**
 * A cart that was changed has no use for its earlier application, whatever comes next. What staff asked a
 * customer to finance may be signed: it only steps aside until there is another one.
 */
export async function makeRoom(context: Context, replacing: Replacing): Promise<Earlier> {
  const { live } = replacing
  // The cart's lease is ours: a create that was not answered has ended without being written down.
  if (live.state === "created") {
    await abandonCreate(context, live)
    return NOBODY
  }
  const why = whyReplaced(context, replacing)
  if (!isStaffs(live)) {
    await context.closing.supersede(live, why)
    return NOBODY
  }
  await context.rows.updateFinancingApplications({ id: live.id, live_key: null })
  return {
    isReplaced: async () => {
      // What pays for its part of the order goes on doing so.
      if (live.order_id === null) await context.closing.supersede(live, why)
    },
    stays: async () => {
      const { snapshot } = replacing
      if ((await findLive(context, snapshot.cartId)) === null) {
        const { id, live_key } = live
        await persist(() => context.rows.updateFinancingApplications({ id, live_key }))
        // Whoever looked meanwhile saw nothing that needs it.
        await context.schedule.requestReconcile(live.id)
      }
    },
  }
}

function whyReplaced(context: Context, { live, snapshot, flow, environment }: Replacing): string {
  if (!context.fingerprints.isUnchanged(live, snapshot) || hasEnded(live.state)) {
    return flow.changed
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
  /** The payment session that is to rest on the application; null where the cart has none yet. */
  paymentSessionId: string | null
  /** The customer who is logged in; null for a guest and for staff. */
  loggedInId?: string | null
  /** The shopper, or staff, explicitly asks to apply again after a decline. */
  isExplicit?: boolean
  /** The version of the text that the shopper agreed to in the shop's own form. */
  consent?: string | undefined
}

export type Applied =
  | { outcome: "applied"; application: ApplicationRecord }
  /** Out of the merchant's approval range, or a PO box the service recognised. */
  | { outcome: "refused"; application: ApplicationRecord }
  /** It was created, and its link is given to nobody. */
  | { outcome: "withheld"; application: ApplicationRecord }

type CreatedAnswer = Extract<Created, { outcome: "created" }>

type Applying = ApplyInput & {
  environment: Environment
  lease: Lease
  flow: Flow
  earlier: Earlier
  /** Null where it is not: what staff ask for. */
  counted: CountedCreate | null
}

/** Opens the record, makes the call, and writes down what came of it, with the cart's lease ours. */
export async function applyAgain(
  context: Context,
  { environment, lease, flow, earlier, counted, ...input }: Applying
): Promise<Applied> {
  const { snapshot, paymentSessionId, loggedInId: customer_id = null } = input
  const { kind, sentPhone } = flow
  const opening = { environment, kind, paymentSessionId, customer_id, sentPhone }
  const application = await context.applications
    .open(snapshot, opening)
    .catch(async (error: unknown) => {
      await earlier.stays()
      throw error
    })
  if (input.consent !== undefined) {
    await context.timeline.note(application.id, "consent-given", { version: input.consent })
  }
  const intent = {
    applicationId: application.id,
    kind: "create" as const,
    token: null,
    target: snapshot.total,
    deadline: context.options.deadlines.create,
  }
  try {
    const { operation, answer } = await runOperation(
      context,
      { application, intent, lease },
      (correlationId) => flow.create(application, { correlationId })
    )
    if (answer.outcome === "refused") {
      await finish(context, operation, { outcome: "refused", error_code: "out_of_range_or_po_box" })
      const closed = await context.closing.closeRefused(application, {
        explanation: explanationOf(context, application, answer),
        // A pre-approval that the service does not take says nothing about the purchase.
        declinedAt: kind === "pre-approval" ? null : context.clock.dateIn(0),
      })
      await earlier.stays()
      return { outcome: "refused", application: closed }
    }
    const lookAt = context.schedule.firstCheckAt()
    const problem = problemOfLinks(context, application, [answer.url, ...(answer.links ?? [])])
    const kept = problem ? withoutLinks(answer) : answer
    const happened = { what: "created" as const, details: { cents: cents(snapshot.total) } }
    const created = await persist(() =>
      context.outcomes.confirmCreate({ operation, application, lookAt, happened, ...kept })
    )
    await earlier.isReplaced()
    await tell(context, created, answer)
    if (problem) {
      await withholdLink(context, created, problem)
      return { outcome: "withheld", application: created }
    }
    return { outcome: "applied", application: created }
  } catch (error) {
    await counted?.failed(error)
    await afterFailure(context, { application, earlier }, error)
    if (!isStaffs(flow) && error instanceof FinancingError && causeOf(error) !== null) {
      const sale = { purchaseId: snapshot.cartId, cents: snapshot.total }
      context.outages.recordLostSale(environment, sale)
    }
    throw flow.explain(error)
  }
}

const withoutLinks = ({ token, decided }: CreatedAnswer) => ({
  token,
  url: null,
  decided: { ...decided, offers: null },
})

/** The page that says why, as far as a shopper may be shown it. */
function explanationOf(
  context: Context,
  application: ApplicationRecord,
  { url }: Extract<Created, { outcome: "refused" }>
): string | null {
  return problemOfLinks(context, application, [url]) === null ? readExplanation(url) : null
}

async function tell(
  context: Context,
  { id, code, state }: ApplicationRecord,
  answer: CreatedAnswer
): Promise<void> {
  if (code !== null) {
    await context.timeline.note(id, "status-changed", { from: null, to: code, state })
  }
  if (answer.differs) {
    await context.reviewCases.ask(id, "amounts", answer.differs)
  }
}

async function afterFailure(
  context: Context,
  { application, earlier }: { application: ApplicationRecord; earlier: Earlier },
  error: unknown
): Promise<void> {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  if (didNotHappen || error instanceof NotSent) {
    await context.closing.closeRefused(application)
    return await earlier.stays()
  }
  await abandonCreate(context, application)
  const { state } = await context.rows.retrieveFinancingApplication(application.id)
  await (hasEnded(state) ? earlier.stays() : earlier.isReplaced())
}
