import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { labelOf, type PostbackFields, readPostback, readUuid } from "../translation/postback"
import { cents, type Cents } from "../domain/money"
import type { ValidatePostbackBody } from "../financing-api"
import type { ApplicationRecord, OperationRecord } from "../modules/consumer-financing/records"
import { toBareValidationRequest, toValidationRequest } from "../translation/requests"
import { readUnchangedSnapshot } from "../medusa/read-store"
import { inSpan } from "../in-span"
import { reconcileApplicationWorkflow } from "./reconcile-application"

type Inbox = {
  applicationId: string
  postbacks: { id: string; fields: PostbackFields; attempts: number }[]
}

/** Reads an application's inbox. Postbacks decide nothing; a reconciliation follows. */
const readInboxStep = createStep(
  "open-financing-inbox",
  async ({ application_id: applicationId }: { application_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { waiting, putAside } = await financing.readInbox(applicationId)
    if (putAside > 0) {
      await financing.timeline.note(applicationId, "postbacks-put-aside", { count: putAside })
    }
    const postbacks = waiting.map(({ id, body, attempts }) => ({
      id,
      attempts,
      fields: readPostback(body ?? ""),
    }))
    await financing.schedule.restartSchedule(applicationId)
    return new StepResponse<Inbox>({ applicationId, postbacks })
  }
)

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
  const { application, currentToken, operations } =
    await financing.applications.readAggregate(applicationId)
  const snapshot = await readUnchangedSnapshot({ financing, application })
  const refunds = operations.filter(({ kind }) => kind === "partial-refund")
  for (const { token, position } of own) {
    const isTip = token === currentToken?.token
    const loanAmount = findFinancedAmount(application, {
      token,
      isTip,
      isFirst: position === 1,
      refunds,
    })
    const request =
      snapshot && loanAmount !== null
        ? toValidationRequest({ token, snapshot, loanAmount })
        : toBareValidationRequest(token)
    verdicts.set(token, await validateToken(() => financing.clients.for(application), request))
  }
  return verdicts
}

type Link = {
  token: string
  isTip: boolean
  isFirst: boolean
  refunds: Pick<OperationRecord, "new_token" | "target_cents">[]
}

/** Returns the amount financed under a token of the chain; null if unknown. */
function findFinancedAmount(
  { financed_cents, refunded_cents }: ApplicationRecord,
  { token, isTip, isFirst, refunds }: Link
): Cents | null {
  const made = refunds.find(({ new_token }) => new_token === token)
  if (made?.target_cents != null) return cents(made.target_cents)
  if (isTip) return cents(financed_cents - refunded_cents)
  return isFirst ? cents(financed_cents) : null
}

type Client = { validatePostback: (request: ValidatePostbackBody) => Promise<string> }

/** An unavailable service or missing credentials only leave the label empty. */
async function validateToken(client: () => Client, request: ValidatePostbackBody): Promise<string> {
  try {
    return await client().validatePostback(request)
  } catch {
    return UNANSWERED
  }
}

/** The body's token does not belong to this application; endpoint 15 is not called. */
const NOT_OURS = "not-ours"

/**
 * Records the postbacks as labels: known fields and endpoint 15's verdict on the chain's tokens. Drops the raw
 * bodies.
 */
const recordPostbacksStep = createStep(
  "record-financing-postbacks",
  async ({ inbox }: { inbox: Inbox; reconciled: unknown }, { container }) => {
    const { applicationId, postbacks } = inbox
    if (postbacks.length === 0) {
      return new StepResponse({ processed: 0 })
    }
    const financing = container.resolve(CONSUMER_FINANCING)
    const uuids = postbacks.flatMap(({ fields }) => readUuid(fields) ?? [])
    const verdicts = await validateTokens(container, applicationId, new Set(uuids))
    const filed = postbacks.map(({ id, fields }) => {
      const uuid = readUuid(fields)
      const validation = uuid === null ? null : (verdicts.get(uuid) ?? NOT_OURS)
      return { id, fields, validation }
    })
    try {
      await financing.markPostbacksProcessed(filed)
    } catch {
      // A postback that cannot be recorded must not block the others; its attempts are counted.
      for (const one of filed) {
        await financing.markPostbacksProcessed([one]).catch(() => {
          container
            .resolve(ContainerRegistrationKeys.LOGGER)
            .error(`consumer-financing: the postback ${one.id} could not be filed`)
        })
      }
    }
    const labels = [...new Set(postbacks.map(({ fields }) => labelOf(fields)))]
    await financing.timeline.note(applicationId, "postbacks-received", {
      count: postbacks.length,
      labels,
    })
    return new StepResponse({ processed: postbacks.length })
  }
)

/**
 * Processes an application's inbox (pre-approvals: `process-pre-approval.ts`). Any number of postbacks restarts the
 * schedule of checks and causes one reconciliation (`reconciliation/reconcile.ts`), whose actions
 * `reconciliation/act.ts` lists. Postbacks decide nothing; only their tokens are tried while a create or a partial
 * refund is in doubt (`find-lost-token.ts`). Records endpoint 15's verdict with each. `jobs/watch-applications.ts`
 * retries failures.
 * From a signature to its order: `reconcile` checks the service, `decide` returns `place-order`, `completeCart` runs
 * core's completion, and core calls the provider's `authorize`, which checks the service again.
 */
export const processPostbacksWorkflow = createWorkflow(
  "process-financing-postbacks",
  (input: { application_id: string }) => {
    const inbox = readInboxStep(input)
    const reconcile = transform({ input, inbox }, ({ input: { application_id } }) => ({
      application_id,
      cause: "postback" as const,
    }))
    const reconciled = reconcileApplicationWorkflow.runAsStep({ input: reconcile })
    const recorded = recordPostbacksStep({ inbox, reconciled })
    return new WorkflowResponse(recorded)
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

const openAgainStep = createStep(
  "open-postback-again",
  async ({ postback_id, actor }: ProcessPostbackAgainInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const postback = await financing.retrieveFinancingPostback(postback_id)
    if (postback.processed_at === null) {
      await financing.updateFinancingPostbacks({ id: postback.id, attempts: 0 })
    }
    await financing.timeline.noteBy(actor, postback.application_id, {
      what: "postback-processed-again",
      details: { postback_id },
    })
    return new StepResponse({ application_id: postback.application_id })
  }
)

/**
 * Processes a postback again on demand: reads it if it still waits, after any number of attempts, and reconciles the
 * application in any case, which is all that a postback causes.
 */
export const processPostbackAgainWorkflow = createWorkflow(
  "process-financing-postback-again",
  (input: ProcessPostbackAgainInput) => {
    const opened = openAgainStep(input)
    processPostbacksWorkflow.runAsStep({ input: opened })
    return new WorkflowResponse(
      transform({ opened }, ({ opened: { application_id } }) => ({ application_id }))
    )
  }
)
