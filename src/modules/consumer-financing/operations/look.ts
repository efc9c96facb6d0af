import { hasEnded, stateOf } from "../../../domain/application-state"
import { secondsAfterFailedLook, secondsUntilLook } from "../../../domain/look-schedule"
import { type Cents, fromDollars } from "../../../domain/money"
import { type SeenCode, isFunded, readStatusCode } from "../../../domain/status-codes"
import type { ApplicationStatus } from "../../../financing-api"
import type { ApplicationRecord } from "../records"
import type ConsumerFinancingModuleService from "../service"

/** What one look at the service showed. Amounts in cents. */
export type Look = {
  code: SeenCode
  /** The answer names the token that was asked for; anything else proves nothing. */
  tokenAgrees: boolean
  amount: Cents | null
  /** S had been seen for the financed amount before this look. */
  seenReadyBefore: boolean
  /** The application as it stands after the look was written down. */
  application: ApplicationRecord
}

/**
 * Looks: reads the application's status with our own credentials (endpoint 8) and writes down what
 * it says. Throws FinancingError when the service cannot be asked; the schedule does not advance then.
 */
export async function look(
  service: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<Look> {
  const token = await service.tipOf(application.id)
  const startedAt = new Date()
  const client = service.clientOf(application)
  let answer: ApplicationStatus
  try {
    answer = await client.getStatus({ applicationToken: token })
  } catch (error) {
    await postpone(service, application)
    throw error
  }
  const tokenAgrees = answer.token === token
  const seen = { code: tokenAgrees ? readStatusCode(answer.status) : ("unknown" as const), answer }
  const current = await service.retrieveFinancingApplication(application.id)
  const isStale = current.last_look_at !== null && new Date(current.last_look_at) > startedAt
  const updated = isStale ? current : await record(service, current, { ...seen, startedAt })
  return {
    code: seen.code,
    tokenAgrees,
    amount: fromDollars(answer.loanAmount),
    seenReadyBefore: current.ready_at !== null,
    application: updated,
  }
}

async function postpone(
  service: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<void> {
  const seconds = secondsAfterFailedLook(application.looks_done)
  await service.updateFinancingApplications({
    id: application.id,
    next_look_at: jittered(seconds),
  })
}

type Seen = { code: SeenCode; answer: ApplicationStatus; startedAt: Date }

async function record(
  service: ConsumerFinancingModuleService,
  application: ApplicationRecord,
  { code, answer, startedAt }: Seen
): Promise<ApplicationRecord> {
  const amount = fromDollars(answer.loanAmount)
  const deeds = await service.ownDeeds(application)
  const state = stateOf(code, deeds)
  const codeChanged = application.code !== (answer.status ?? "")
  const looksDone = codeChanged ? 0 : application.looks_done + 1
  const seconds = hasEnded(state) ? null : secondsUntilLook(looksDone)
  const isReady = code === "S" && amount === application.financed_cents
  const updated = await service.updateFinancingApplications({
    id: application.id,
    state,
    code: (answer.status ?? "").slice(0, 16),
    code_message: answer.message?.slice(0, 200) ?? null,
    lender: answer.lender?.slice(0, 100) ?? application.lender,
    tax_exempt: answer.taxExempt ?? application.tax_exempt,
    service_cents: amount,
    max_approval_cents: fromDollars(answer.maxApprovalAmount) ?? application.max_approval_cents,
    ready_at: application.ready_at ?? (isReady ? startedAt : null),
    looks_done: looksDone,
    last_look_at: startedAt,
    next_look_at: seconds === null ? null : jittered(seconds),
    customer_url: isFunded(code) || hasEnded(state) ? null : application.customer_url,
  })
  if (codeChanged) {
    await service.note(application.id, "status-changed", {
      from: application.code,
      to: code,
      state,
    })
  }
  return updated
}

/** Up to a tenth later than due, so that applications of one moment do not look in one moment. */
function jittered(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000 * (1 + Math.random() / 10))
}
