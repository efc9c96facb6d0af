import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { labelOf, type PostbackFields, readPostback, readUuid } from "../translation/postback"
import { cents, type Cents } from "../domain/money"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import { toBareValidationRequest, toValidationRequest } from "../translation/requests"
import { readUnchangedSnapshot } from "../medusa/read-store"
import { inSpan } from "../in-span"
import { reconcile } from "../reconciliation/reconcile"
import { createOneStepWorkflow } from "./one-step-workflow"

type Postback = { id: string; fields: PostbackFields }

const UNANSWERED = "unanswered"

/**
 * Asks endpoint 15 about each token of the application's chain that the postbacks contain, with the amount of that
 * token, and with the order's details while the purchase is unchanged. Skips foreign tokens, because anyone with a
 * postback address could otherwise cause calls.
 */
async function validateTokens(
  container: MedusaContainer,
  applicationId: string,
  uuids: Set<string>
): Promise<Map<string, string>> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const own = await financing.listFinancingTokens(
    { application_id: applicationId, token: [...uuids] },
    { select: ["token", "position"] }
  )
  const verdicts = new Map<string, string>()
  if (own.length === 0) {
    return verdicts
  }
  const aggregate = await financing.applications.readAggregate(applicationId)
  const { application } = aggregate
  const snapshot = await readUnchangedSnapshot(financing, application)
  for (const { token, position } of own) {
    const loanAmount = findFinancedAmount(aggregate, { token, position })
    const request =
      snapshot && loanAmount !== null
        ? toValidationRequest({ token, snapshot, loanAmount })
        : toBareValidationRequest(token)
    const validate = async () => await financing.clients.for(application).validatePostback(request)
    // An unavailable service or missing credentials only leave the label empty.
    verdicts.set(token, await validate().catch(() => UNANSWERED))
  }
  return verdicts
}

/** Returns the amount financed under a token of the chain; null if unknown. */
function findFinancedAmount(
  { application: { financed_cents, refunded_cents }, currentToken, operations }: Aggregate,
  { token, position }: { token: string; position: number }
): Cents | null {
  const made = operations.find(
    ({ kind, new_token }) => kind === "partial-refund" && new_token === token
  )
  if (made?.target_cents != null) return cents(made.target_cents)
  if (token === currentToken?.token) return cents(financed_cents - refunded_cents)
  return position === 1 ? cents(financed_cents) : null
}

/** The body's token does not belong to this application; endpoint 15 is not called. */
const NOT_OURS = "not-ours"

/**
 * Records the postbacks as labels: known fields and endpoint 15's verdict on the chain's tokens. Drops the raw
 * bodies.
 */
async function recordPostbacks(
  container: MedusaContainer,
  applicationId: string,
  postbacks: Postback[]
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const uuids = postbacks.flatMap(({ fields }) => readUuid(fields) ?? [])
  const verdicts = await validateTokens(container, applicationId, new Set(uuids))
  const records = postbacks.map(({ id, fields }) => {
    const uuid = readUuid(fields)
    const validation = uuid === null ? null : (verdicts.get(uuid) ?? NOT_OURS)
    return { id, fields, validation }
  })
  try {
    await financing.markPostbacksProcessed(records)
  } catch {
    // A postback that cannot be recorded must not block the others; its attempts are counted.
    for (const record of records) {
      await financing.markPostbacksProcessed([record]).catch(() => {
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .error(`consumer-financing: the postback ${record.id} could not be recorded`)
      })
    }
  }
  const labels = [...new Set(postbacks.map(({ fields }) => labelOf(fields)))]
  await financing.timeline.note(applicationId, "postbacks-received", {
    count: postbacks.length,
    labels,
  })
}

/**
 * Processes an application's inbox (pre-approvals: `pre-approvals.ts`). Any number of postbacks restarts the
 * schedule of checks and causes one reconciliation; `reconciliation/reconcile.ts` lists its actions. Postbacks decide
 * nothing; only their tokens are tried while a create or a partial refund is in doubt (`find-lost-token.ts`). Records
 * endpoint 15's verdict with each. `jobs/watch-applications.ts` retries failures.
 * From a signature to its order: `reconcile` checks the service, `decide` returns `place-order`, `completeCart` runs
 * core's completion, and core calls the provider's `authorize`, which checks the service again.
 */
export const processPostbacksWorkflow = createOneStepWorkflow(
  "process-financing-postbacks",
  async ({ application_id: id }: { application_id: string }, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { waiting, skipped } = await financing.readInbox(id)
    if (skipped > 0) {
      await financing.timeline.note(id, "postbacks-put-aside", { count: skipped })
    }
    const postbacks = waiting.map((postback) => ({
      id: postback.id,
      fields: readPostback(postback.body ?? ""),
    }))
    await financing.schedule.restartSchedule(id)
    await reconcile(container, { application_id: id, cause: "postback" })
    if (postbacks.length > 0) {
      await recordPostbacks(container, id, postbacks)
    }
    return { processed: postbacks.length }
  }
)

/** Processes an application's inbox as one batch. */
export async function processInboxBatch(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const input = { application_id: applicationId }
  await inSpan("inbox", input, async (note) => {
    const { result } = await processPostbacksWorkflow(container).run({ input })
    note({ postbacks: result.processed })
  })
}

export type ProcessPostbackAgainInput = {
  postback_id: string
  /** The id of the admin user, never a name. */
  actor: string
}

/**
 * Processes a postback again on demand: reads it if it still waits, after any number of attempts, and reconciles the
 * application in any case, which is all that a postback causes.
 */
export const processPostbackAgainWorkflow = createOneStepWorkflow(
  "process-financing-postback-again",
  async ({ postback_id, actor }: ProcessPostbackAgainInput, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const postback = await financing.retrieveFinancingPostback(postback_id)
    if (postback.processed_at === null) {
      await financing.updateFinancingPostbacks({ id: postback.id, attempts: 0 })
    }
    await financing.timeline.noteBy(actor, postback.application_id, {
      what: "postback-processed-again",
      details: { postback_id },
    })
    await processInboxBatch(container, postback.application_id)
    return { application_id: postback.application_id }
  }
)
