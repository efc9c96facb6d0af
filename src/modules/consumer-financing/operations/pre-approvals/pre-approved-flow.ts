import { cleanLine } from "../../../../domain/clean-text"
import { fromDollars, inWords } from "../../../../domain/money"
import type { OrderSnapshot } from "../../../../domain/order-snapshot"
import { type ApplicationStatus, FinancingError, type UpdatedCart } from "../../../../financing-api"
import { toShopperError } from "../../../../translation/error-to-medusa"
import { toUpdateCartRequest } from "../../../../translation/requests"
import { clampInt32 } from "../../clamp-int32"
import type { Context } from "../../context"
import type { ApplicationRecord } from "../../records"
import { hasBegun } from "../has-begun"
import type { Created, Flow } from "../hosted-flow"
import { releasePreApproval, takePreApproval, type TakeablePreApproval } from "./take-pre-approval"

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
  const differs = describeDifference(answer, application)
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

function describeDifference(
  { loanAmount }: UpdatedCart,
  { financed_cents }: ApplicationRecord
): string | null {
  const amount = fromDollars(loanAmount)
  if (loanAmount === null || amount === financed_cents) {
    return null
  }
  const said = amount === null ? "an amount that cannot be read" : inWords(amount)
  return `The service answered ${said} for a pre-approved application instead of what the cart is worth.`
}
