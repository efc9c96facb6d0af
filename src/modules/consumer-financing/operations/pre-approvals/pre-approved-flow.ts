import { cleanLine } from "../../../../domain/clean-text"
import { fromDollars } from "../../../../domain/money"
import type { OrderSnapshot } from "../../../../domain/order-snapshot"
import { type ApplicationStatus, FinancingError, type UpdatedCart } from "../../../../financing-api"
import { toShopperError } from "../../../../translation/error-to-medusa"
import { toUpdateCartRequest } from "../../../../translation/requests"
import { type ApplicationRecord, clampInt32, type OperationRecord } from "../../records"
import type { Context } from "../../context"
import { hasBegun } from "../find-live"
import { toOpenOperation } from "../../store/aggregate"
import { type Created, describeOtherAmount, type Flow } from "../hosted-flow"
import { releasePreApproval, type TakeablePreApproval, takePreApproval } from "./find-pre-approval"
import { hasEnded } from "../../../../domain/application-state"
import { questionAbout } from "../../../../domain/doubt"
import { finish } from "../finish-operation"
import { abandonCreate } from "../abandon-create"
import type { StatusCheck } from "../check-status"

export type PreApprovedInput = { snapshot: OrderSnapshot; preApproval: TakeablePreApproval }

const OTHER_TOKEN =
  "The service's answer to attaching the cart names another application than the pre-approved one."

const NOT_TAKEN = { outcome: "refused", url: null } as const

/**
 * Update cart and send (endpoint 7): the cart is attached to the shopper's pre-approved application,
 * and the service sends them a link to finish it. `refused`: the service says so, and does not
 * read like an attached cart either.
 */
export function preApprovedFlow(context: Context, input: PreApprovedInput): Flow {
  return {
    kind: "pre-approval",
    accepts: async (live) => isInPlace(live) || (await hasBegun(context, live)),
    // A pre-approval that came after the decline is new: the decline does not answer it.
    findAnswered: ({ declined }) =>
      declined && (declined.kind === "pre-approval" || isInPlace(declined)) ? declined : null,
    changed: "the cart was changed",
    explain: toShopperError,
    create: async (application, call) => {
      const { snapshot, preApproval } = input
      const isHere = preApproval.environment === application.environment
      if (!isHere || !(await takePreApproval(context, preApproval, application))) {
        return NOT_TAKEN
      }
      const { token } = preApproval
      const request = toUpdateCartRequest({
        snapshot,
        token,
        orderId: application.service_order_id,
      })
      try {
        const answer = await context.clients.for(application).updateCartAndSend(request, call)
        return await judge(context, { application, preApproval, answer })
      } catch (error) {
        return await afterFailure(context, { application, preApproval, error })
      }
    },
  }
}

/** The service does not take this cart for the pre-approval: a hosted application is in its place. */
const isInPlace = ({ pre_approval_obstacle }: ApplicationRecord) =>
  pre_approval_obstacle === "not-accepted"

type Answered = {
  application: ApplicationRecord
  preApproval: TakeablePreApproval
  answer: UpdatedCart
}

/** What it says is kept and compared; the status at our own token decides, as ever. */
async function judge(
  context: Context,
  { application, preApproval, answer }: Answered
): Promise<Created> {
  if (answer.token !== null && answer.token !== preApproval.token) {
    await context.reviewCases.ask(application.id, "answer", OTHER_TOKEN)
  }
  const amount = fromDollars(answer.loanAmount)
  const decided = {
    code_message: cleanLine(answer.message, 200) || null,
    tax_exempt: answer.taxExempt,
    service_cents: clampInt32(amount),
  }
  const said = describeOtherAmount(answer.loanAmount, application)
  const differs =
    said &&
    `The service answered ${said} for a pre-approved application instead of what the cart is worth.`
  return { ...attached(preApproval), decided, differs }
}

function attached({ token, customer_url }: TakeablePreApproval) {
  return { outcome: "created" as const, token, url: customer_url }
}

type Failed = { application: ApplicationRecord; preApproval: TakeablePreApproval; error: unknown }

/**
 * A lost answer is no "no": the amount that the service reads now can prove that the cart was attached.
 * A refusal is believed, unless the service has gone from pre-approved to approved over that amount.
 */
async function afterFailure(
  context: Context,
  { application, preApproval, error }: Failed
): Promise<Created> {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  const isRefused = didNotHappen && error.code === "refused"
  if (!didNotHappen || (isRefused && preApproval.code === "R")) {
    const seen = await readAttached(context, application, preApproval)
    if (seen && (!isRefused || seen.status === "A")) {
      return attached(preApproval)
    }
  }
  if (didNotHappen) {
    await releasePreApproval(context, application.id)
  }
  if (isRefused) {
    return NOT_TAKEN
  }
  throw error
}

/** What the service says of it, if that names just this amount. */
async function readAttached(
  context: Context,
  application: ApplicationRecord,
  { token }: TakeablePreApproval
): Promise<ApplicationStatus | null> {
  const seen = await context.clients
    .for(application)
    .getStatus({ applicationToken: token })
    .catch(() => null)
  const isIt = seen?.token === token && fromDollars(seen.loanAmount) === application.financed_cents
  return isIt ? seen : null
}

/**
 * After a status check: a cart whose attaching (endpoint 7) was not answered is attached if the service reads
 * its amount at the pre-approved token. If it does not, the cart's application is given up, and what
 * there is at the service is ended by the reconciliation: it could be attached later than anybody waited.
 */
export async function proveAttach(context: Context, seen: StatusCheck): Promise<void> {
  const { application, tokenAgrees, amount } = seen
  const create = await findUnanswered(context, application)
  if (!create || !tokenAgrees) {
    return
  }
  if (amount === application.financed_cents && !hasEnded(application.state)) {
    const [used] = await context.rows.listFinancingPreApprovals({ application_id: application.id })
    const token = await context.tokens.currentOf(application.id)
    const isLive = application.live_key !== null
    const url = isLive ? (used?.customer_url ?? null) : null
    const lookAt = context.schedule.firstCheckAt()
    await context.outcomes.confirmCreate({ operation: create, application, token, url, lookAt })
    await context.reviewCases.close(application.id, "doubt")
  } else if (hasEnded(application.state)) {
    await finish(context, create, { outcome: "refused", error_code: "ended" })
  } else if (application.live_key !== null) {
    await abandonCreate(context, application)
  }
}

/** The application has ended at the service: whether the cart was attached matters no more. */
export async function endAttach(context: Context, applicationId: string): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(applicationId)
  const create = await findUnanswered(context, application)
  if (create) {
    await finish(context, create, { outcome: "refused", error_code: "ended" })
  }
}

/** After a status check that learnt nothing: a process that died over the call could not say that it is in doubt. */
export async function tellOfAttach(context: Context, applicationId: string): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(applicationId)
  if (await findUnanswered(context, application)) {
    const { cause, reason } = questionAbout({ kind: "create" })
    await context.reviewCases.ask(applicationId, cause, reason)
  }
}

async function findUnanswered(
  context: Context,
  { id, kind }: ApplicationRecord
): Promise<OperationRecord | null> {
  if (kind !== "pre-approval") {
    return null
  }
  const [create] = await context.rows.listFinancingOperations(
    { application_id: id, kind: "create", outcome: ["intended", "in-doubt"] },
    { take: 1 }
  )
  return create && toOpenOperation(create, context.clock.now()).doubtful ? create : null
}
