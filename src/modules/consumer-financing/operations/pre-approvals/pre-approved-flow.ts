import { cleanLine } from "../../../../domain/clean-text"
import { fromDollars } from "../../../../domain/money"
import type { OrderSnapshot } from "../../../../domain/order-snapshot"
import { type ApplicationStatus, FinancingError, type UpdatedCart } from "../../../../financing-api"
import { toUpdateCartRequest } from "../../../../translation/requests"
import { type ApplicationRecord, clampInt32, type OperationRecord } from "../../records"
import type { Context } from "../../context"
import { hasBegun } from "../find-live"
import { toOpenOperation } from "../../store/aggregate"
import { UNFINISHED } from "../../store/journal"
import { type Created, describeOtherAmount, type Flow } from "../flows"
import { releasePreApproval, type TakeablePreApproval, takePreApproval } from "./find-pre-approval"
import { hasEnded } from "../../../../domain/application-state"
import { describeDoubt } from "../../../../domain/doubt"
import { finishOperation } from "../run-operation"
import { abandonCreate } from "../abandon-create"
import type { StatusCheck } from "../check-status"

const OTHER_TOKEN =
  "The service's answer to attaching the cart names another application than the pre-approved one."

const NOT_TAKEN = { outcome: "refused", url: null } as const

/**
 * Updates the cart and sends the link (endpoint 7): attaches the cart to the shopper's pre-approved application,
 * which they finish through the service's link. `refused`: the service refuses, and its status shows no attached
 * cart.
 */
export function preApprovedFlow(
  context: Context,
  { snapshot, preApproval }: { snapshot: OrderSnapshot; preApproval: TakeablePreApproval }
): Flow {
  return {
    kind: "pre-approval",
    accepts: async (live) => isReplacement(live) || (await hasBegun(context, live)),
    // A pre-approval newer than the decline starts a new application.
    findAnswered: ({ declined }) =>
      declined && (declined.kind === "pre-approval" || isReplacement(declined)) ? declined : null,
    create: async (application, client, options) => {
      const isHere = preApproval.environment === application.environment
      if (!isHere || !(await takePreApproval(context, preApproval, application))) {
        return NOT_TAKEN
      }
      const { token } = preApproval
      const orderId = application.service_order_id
      const request = toUpdateCartRequest({ snapshot, token, orderId })
      try {
        const answer = await client.updateCartAndSend(request, options)
        return await judge(context, { application, preApproval }, answer)
      } catch (error) {
        return await judgeFailure(context, { application, preApproval }, error)
      }
    },
  }
}

/** A hosted application replaced the pre-approval that the service refused for this cart. */
const isReplacement = ({ pre_approval_obstacle }: ApplicationRecord) =>
  pre_approval_obstacle === "not-accepted"

type Attach = { application: ApplicationRecord; preApproval: TakeablePreApproval }

/** Stores and compares the answer; the status at the pre-approval's own token decides. */
async function judge(
  context: Context,
  { application, preApproval }: Attach,
  answer: UpdatedCart
): Promise<Created> {
  if (answer.token !== null && answer.token !== preApproval.token) {
    await context.reviewCases.open(application.id, "answer", OTHER_TOKEN)
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

/**
 * Judges a failed call. The amount that the service reads now can prove that the cart was attached despite a lost
 * answer. A refusal is trusted, unless the pre-approval became approved over that amount.
 */
async function judgeFailure(
  context: Context,
  { application, preApproval }: Attach,
  error: unknown
): Promise<Created> {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  const isRefused = didNotHappen && error.code === "refused"
  if (!didNotHappen || (isRefused && preApproval.code === "R")) {
    const seen = await readAttached(context, { application, preApproval })
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

/** Returns the service's status if it names exactly this amount. */
async function readAttached(
  context: Context,
  { application, preApproval: { token } }: Attach
): Promise<ApplicationStatus | null> {
  const seen = await context.clients
    .for(application)
    .getStatus({ applicationToken: token })
    .catch(() => null)
  const isIt = seen?.token === token && fromDollars(seen.loanAmount) === application.financed_cents
  return isIt ? seen : null
}

/**
 * Resolves an attach in doubt (endpoint 7) after a status check: the cart is attached if the service reads its
 * amount at the pre-approved token. Otherwise the cart's application is superseded and the reconciliation cancels it
 * at the service, because the attach could still happen later.
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
    const url = application.live_key === null ? null : (used?.customer_url ?? null)
    await context.outcomes.confirmCreate({ operation: create, application, token, url })
    await context.reviewCases.close(application.id, "doubt")
  } else if (hasEnded(application.state)) {
    await finishOperation(context, create, { outcome: "refused", error_code: "ended" })
  } else if (application.live_key !== null) {
    await abandonCreate(context, application)
  }
}

/** Resolves the attach of an application that has ended at the service. */
export async function endAttach(context: Context, applicationId: string): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(applicationId)
  const create = await findUnanswered(context, application)
  if (create) {
    await finishOperation(context, create, { outcome: "refused", error_code: "ended" })
  }
}

/** Lists an attach in doubt after a failed status check, because a process that died during the call could not. */
export async function listAttachDoubt(context: Context, applicationId: string): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(applicationId)
  if (await findUnanswered(context, application)) {
    const { cause, reason } = describeDoubt({ kind: "create" })
    await context.reviewCases.open(applicationId, cause, reason)
  }
}

async function findUnanswered(
  context: Context,
  { id, kind }: ApplicationRecord
): Promise<OperationRecord | null> {
  if (kind !== "pre-approval") return null
  const attach = { application_id: id, kind: "create" as const, outcome: UNFINISHED }
  const create = await context.journal.findNewest(attach)
  return create && toOpenOperation(create, context.clock.now()).doubtful ? create : null
}
