import { randomBytes } from "node:crypto"
import { DEADLINE_MARGIN, CHECK_AFTER_DEADLINE } from "../../../../domain/operation"
import { type Creation, FinancingError, type PreApprovalBody } from "../../../../financing-api"
import { toShopperError } from "../../../../translation/error-to-medusa"
import { describeLink, readExplanation } from "../../../../domain/service-link"
import type { Context } from "../../context"
import type { PreApprovalRecord } from "../../records"
import { readFailure } from "../run-operation"
import { problemOfLinks } from "../withhold-link"
import { findPreApprovalOfCustomer, hashClaim, isOpen } from "./find-pre-approval"

/** A person, validated. Kept in memory for one call, never in a record, workflow, event, log or error. */
export type Contact = Required<Omit<PreApprovalBody, "suppressNotification">>

export type PreApprovalRequest = {
  contact: Contact
  suppressNotification: boolean
  /** The owner; null for a guest, who gets a claim. */
  customerId: string | null
  /** `shopper`, or the id of the staff member. */
  requestedBy: string
}

export type RequestedPreApproval = {
  preApproval: PreApprovalRecord
  /** The guest's claim. Null for a customer, and where there is nothing to claim. */
  claim: string | null
}

const DAY = 24 * 60 * 60 * 1000

/**
 * Requests a pre-approval (endpoint 6), recorded before the call. Returns a customer's open pre-approval if there is
 * one. A lost answer is a result too: the pre-approval may exist, and costs nothing. Throws a message when it was
 * certainly not requested. The contact is personal data: call this directly, never from a workflow, whose inputs
 * Medusa stores and logs.
 */
export async function requestPreApproval(
  context: Context,
  request: PreApprovalRequest
): Promise<RequestedPreApproval> {
  const { customerId } = request
  if (customerId === null) {
    return await send(context, request)
  }
  const { create, token } = context.options.deadlines
  const lease = { name: `pre-approval:${customerId}`, waitMilliseconds: create + token }
  return await context.leases.withLease({ ...lease, busy: toShopperError }, async () => {
    const known = await findPreApprovalOfCustomer(context, customerId)
    return known && isOpen(known, context.clock.now())
      ? { preApproval: known, claim: null }
      : await send(context, request)
  })
}

async function send(
  context: Context,
  { contact, suppressNotification, customerId, requestedBy }: PreApprovalRequest
): Promise<RequestedPreApproval> {
  // Proves a guest's ownership: returned once, stored only as a hash.
  const claim = customerId === null ? randomBytes(32).toString("base64url") : null
  const { environment, deadlines, preApproval } = context.options
  await context.home.requireUnlocked({ environment })
  const client = context.clients.for({ environment })
  const now = context.clock.now()
  const deadline = now + deadlines.create + DEADLINE_MARGIN * 1000
  const written = await context.rows.createFinancingPreApprovals({
    environment,
    customer_id: customerId,
    claim_hash: claim && hashClaim(claim),
    requested_by: requestedBy,
    suppressed: suppressNotification,
    deadline_at: new Date(deadline),
    expires_at: new Date(now + preApproval.validDays * DAY),
    next_check_at: new Date(deadline + CHECK_AFTER_DEADLINE * 1000),
  })
  try {
    const correlationId = written.id
    const body = { ...contact, suppressNotification }
    const answer = await client.createPreApproval(body, { correlationId })
    const answered = await writeAnswer(context, written, answer)
    return { preApproval: answered, claim: answer.outcome === "created" ? claim : null }
  } catch (error) {
    return { preApproval: await writeFailure(context, written, error), claim: null }
  }
}

async function writeAnswer(
  context: Context,
  { id, environment }: PreApprovalRecord,
  answer: Creation
): Promise<PreApprovalRecord> {
  const problem = problemOfLinks(context, { environment }, [answer.url])
  if (answer.outcome === "refused") {
    const explanation_url = problem === null ? readExplanation(answer.url) : null
    return await close(context, id, { state: "refused", explanation_url })
  }
  if (problem) {
    // Unusable, and neither a cart nor a loan has to be cancelled.
    context.log.error(`consumer-financing: ${id}: ${describeLink(problem)}`)
    const { token } = answer
    return await close(context, id, { state: "refused", token, error_code: "unsafe_link" })
  }
  const asked = await context.rows.updateFinancingPreApprovals({
    id,
    state: "awaiting-customer" as const,
    token: answer.token,
    customer_url: answer.url,
    next_check_at: context.schedule.firstCheckAt(),
  })
  await context.timeline.emitPreApproval(id, "requested")
  return asked
}

/** Records a failure; rethrows it as a message unless the outcome is in doubt. */
async function writeFailure(
  context: Context,
  { id }: PreApprovalRecord,
  error: unknown
): Promise<PreApprovalRecord> {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  const state = didNotHappen ? "refused" : "in-doubt"
  const ended = await close(context, id, { state, ...readFailure(error) })
  if (ended.state === "refused") {
    throw toShopperError(error)
  }
  return ended
}

async function close(
  context: Context,
  id: string,
  ending: Partial<PreApprovalRecord>
): Promise<PreApprovalRecord> {
  return await context.rows.updateFinancingPreApprovals({ id, ...ending, next_check_at: null })
}
