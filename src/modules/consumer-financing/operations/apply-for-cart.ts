import { readExplanation } from "../../../domain/explanation"
import { cents } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { FinancingError } from "../../../financing-api"
import { hasEnded } from "../../../domain/application-state"
import { sentence } from "../../../translation/sentence"
import { finish, journaled, LeaseLost } from "../journal"
import { causeOf } from "../outages/cause-of"
import { persist } from "../persist"
import type { Lease } from "../coordination/lease"
import type { Environment } from "../../../options"
import type { ApplicationRecord } from "../records"
import { ENVIRONMENTS } from "../settings/credentials"
import type { Context } from "../context"
import { underCartLease } from "./cart-lease"
import { giveUpCreate } from "./give-up-create"
import type { Created, Way } from "./hosted-way"
import { isUsable } from "./is-usable"
import { type CountedCreate, countCreate, watchCreates } from "./limit-creates"
import { problemOfLinks, withheld, withholdLink } from "./withhold-link"

const NO_PAGE =
  "The financing service did not say where the application goes on, so it is being closed. Nothing was charged: please try again, or choose another payment method."

export type ApplyInput = {
  snapshot: OrderSnapshot
  /** The payment session that is to rest on the application; null where the cart has none yet. */
  paymentSessionId: string | null
}

export type ApplyResult = Exclude<Applied, { outcome: "withheld" }>

type Applied =
  | { outcome: "applied"; application: ApplicationRecord }
  /** Out of the merchant's approval range, or a PO box the service recognised. */
  | { outcome: "refused"; application: ApplicationRecord }
  /** It was created, and its link is given to nobody. */
  | { outcome: "withheld"; application: ApplicationRecord }

/**
 * One live application per cart snapshot. An unchanged cart adopts the live application, so that a
 * storefront that re-renders files no second credit application; a changed cart gets a new one, and
 * the old one is wished to end. Throws a sentence for the shopper when the service can't be reached.
 */
export async function applyForCart(
  context: Context,
  input: ApplyInput,
  way: Way
): Promise<ApplyResult> {
  const { snapshot, paymentSessionId } = input
  return await underCartLease(context, snapshot.cartId, async (lease) => {
    const { environment } = context.options
    const live = await findLive(context, snapshot.cartId)
    if (live && canGoOn(context, live, snapshot) && (await way.accepts(live))) {
      return { outcome: "applied", application: await adopt(context, live, paymentSessionId) }
    }
    const answered = await way.findAnswered()
    if (answered) {
      return { outcome: "applied", application: answered }
    }
    // Before anything is changed: with the cart as it was, the shopper can still go on.
    const counted = isStaffs(way) ? null : await countCreate(context, snapshot)
    const earlier = live ? await makeRoom(context, { live, snapshot, way, environment }) : NOBODY
    const applying = { ...input, environment, lease, way, earlier, counted }
    const result = await applyAnew(context, applying)
    if (counted) await watchCreates(context, result.application.id)
    if (result.outcome === "withheld") throw withheld(way)
    if (result.outcome === "applied") await requirePage(context, result.application)
    return result
  })
}

/** Whether what is bought, as it is, has an application already that its customer can go on with. */
export async function goesOn(context: Context, snapshot: OrderSnapshot): Promise<boolean> {
  const live = await findLive(context, snapshot.cartId)
  return live !== null && canGoOn(context, live, snapshot)
}

function canGoOn(context: Context, live: ApplicationRecord, snapshot: OrderSnapshot): boolean {
  const isHere = live.environment === context.options.environment
  return isHere && isUsable(live) && context.fingerprints.isUnchanged(live, snapshot)
}

/** In whichever environment: after a switch the cart's application in the other one goes on until then. */
export async function findLive(
  context: Context,
  purchaseId: string
): Promise<ApplicationRecord | null> {
  const [live] = await context.rows.listFinancingApplications(
    { live_key: ENVIRONMENTS.map((environment) => `${environment}:${purchaseId}`) },
    { take: 1, order: { created_at: "DESC" } }
  )
  return live ?? null
}

/** Asked for by staff, for a draft or an order. */
const isStaffs = ({ kind }: Pick<ApplicationRecord, "kind">) => kind === "virtual-cart"

type Replacing = {
  live: ApplicationRecord
  snapshot: OrderSnapshot
  way: Way
  environment: Environment
}

/** The application that was there before, which ends with the lease on its cart still ours. */
type Earlier = {
  /** Another one takes its place, or may. */
  isReplaced: () => Promise<void>
  /** The service made none. */
  stays: () => Promise<void>
}

const nothing = async () => undefined
const NOBODY: Earlier = { isReplaced: nothing, stays: nothing }

/**
 * A cart that was changed has no use for its earlier application, whatever comes next. What staff asked a
 * customer to finance may be signed: it only steps aside until there is another one.
 */
async function makeRoom(context: Context, replacing: Replacing): Promise<Earlier> {
  const { live } = replacing
  // The cart's lease is ours: a create that was not answered has ended without being written down.
  if (live.state === "created") {
    await giveUpCreate(context, live)
    return NOBODY
  }
  const why = whyReplaced(context, replacing)
  if (!isStaffs(live)) {
    await context.applications.supersede(live, why)
    return NOBODY
  }
  await context.rows.updateFinancingApplications({ id: live.id, live_key: null })
  return {
    isReplaced: async () => {
      // What pays for its part of the order goes on doing so.
      if (live.order_id === null) await context.applications.supersede(live, why)
    },
    stays: async () => {
      const { snapshot } = replacing
      if ((await findLive(context, snapshot.cartId)) === null) {
        const { id, live_key } = live
        await persist(() => context.rows.updateFinancingApplications({ id, live_key }))
        // Whoever looked meanwhile saw nothing that needs it.
        await context.schedule.requestSync(live.id)
      }
    },
  }
}

function whyReplaced(context: Context, { live, snapshot, way, environment }: Replacing): string {
  if (!context.fingerprints.isUnchanged(live, snapshot) || hasEnded(live.state)) {
    return way.changed
  }
  if (live.environment !== environment) {
    return "the shop went on in the service's other environment"
  }
  const isOtherWay = way.kind !== live.kind && isUsable(live)
  return isOtherWay ? "the customer applied in another way" : "the customer cannot go on with it"
}

async function adopt(
  context: Context,
  live: ApplicationRecord,
  paymentSessionId: string | null
): Promise<ApplicationRecord> {
  if (paymentSessionId !== null) {
    await context.applications.attachSession(live.id, paymentSessionId)
    await context.timeline.note(live.id, "session-adopted", {
      payment_session_id: paymentSessionId,
    })
  }
  return await context.rows.updateFinancingApplications({ id: live.id, end_reason: null })
}

type CreatedAnswer = Extract<Created, { outcome: "created" }>

type Applying = ApplyInput & {
  environment: Environment
  lease: Lease
  way: Way
  earlier: Earlier
  /** Null where it is not: what staff ask for. */
  counted: CountedCreate | null
}

async function applyAnew(
  context: Context,
  { snapshot, paymentSessionId, environment, lease, way, earlier, counted }: Applying
): Promise<Applied> {
  const { kind } = way
  const opening = { environment, kind, paymentSessionId }
  const application = await context.applications
    .openFor(snapshot, opening)
    .catch(async (error: unknown) => {
      await earlier.stays()
      throw error
    })
  const intent = {
    applicationId: application.id,
    kind: "create" as const,
    token: null,
    target: snapshot.total,
    deadline: context.options.deadlines.create,
  }
  try {
    const { operation, answer } = await journaled(context, { intent, lease }, (correlationId) =>
      way.create(application, { correlationId })
    )
    if (answer.outcome === "refused") {
      await finish(context, operation, { outcome: "refused", error_code: "out_of_range_or_po_box" })
      const closed = await context.applications.closeRefused(
        application,
        explanationOf(context, application, answer)
      )
      await earlier.stays()
      return { outcome: "refused", application: closed }
    }
    const lookAt = context.schedule.firstLookAt()
    const problem = problemOfLinks(context, application, [answer.url, ...(answer.links ?? [])])
    const kept = problem ? withoutLinks(answer) : answer
    const created = await persist(() =>
      context.outcomes.confirmCreate({ operation, application, lookAt, ...kept })
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
    if (!isStaffs(way)) await turnAway(context, { environment, snapshot, error })
    await afterFailure(context, { application, earlier }, error)
    throw way.explain(error)
  }
}

type TurnedAway = { environment: Environment; snapshot: OrderSnapshot; error: unknown }

/** What the service's outage costs, for the merchant to be told. */
async function turnAway(context: Context, { environment, snapshot, error }: TurnedAway) {
  if (!(error instanceof FinancingError) || causeOf(error) === null) return
  await context.outages.turnAway(environment, {
    purchaseId: snapshot.cartId,
    cents: snapshot.total,
  })
}

const withoutLinks = ({ token, decided }: CreatedAnswer) => ({
  token,
  url: null,
  decided: { ...decided, offers: null },
})

/**
 * The service made an application and named no page that its customer could go on at. It is known, and
 * ended, like every other that nobody goes on with. Throws a sentence for whoever applied.
 */
async function requirePage(context: Context, application: ApplicationRecord): Promise<void> {
  const { kind, state, customer_url } = application
  const needsPage = kind === "hosted" || kind === "virtual-cart"
  if (needsPage && state === "awaiting-customer" && customer_url === null) {
    await context.applications.supersede(application, "the service named no page to go on at")
    throw sentence(NO_PAGE)
  }
}

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
  { id, code, state, financed_cents }: ApplicationRecord,
  answer: CreatedAnswer
): Promise<void> {
  await context.timeline.note(id, "created", { cents: cents(financed_cents) })
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
  if (didNotHappen || error instanceof LeaseLost) {
    await context.applications.closeRefused(application)
    return await earlier.stays()
  }
  await giveUpCreate(context, application)
  const { state } = await context.rows.retrieveFinancingApplication(application.id)
  await (hasEnded(state) ? earlier.stays() : earlier.isReplaced())
}
