import { FinancingError } from "../../financing-api"
import { describeDoubt, MONEY_KINDS, type OperationKind } from "../../domain/operation"
import type { Cents } from "../../domain/money"
import type { Lease } from "./lease"
import type { OperationRecord } from "./records"
import type { FinancingDesk } from "./desk"

/** What is about to be done: written down, and committed, before it is done. */
export type Intent = {
  applicationId: string
  kind: OperationKind
  token: string | null
  /** The loan amount that stands when it has succeeded. */
  target?: Cents
  /** Medusa's row (capture, refund) or the order id that this is about. */
  reference?: string
  /** Milliseconds after which the call has certainly ended. */
  deadline: number
}

/** The lease was lost before the call: nothing was sent. */
export class LeaseLost extends Error {
  constructor() {
    super("Another process took this application over; nothing was sent.")
  }
}

type Call<Answer> = (correlationId: string) => Promise<Answer>

/**
 * Journal, act: writes the intent, makes the call, and writes down how it ended. Resolves with the
 * answer and the row, still `intended`: the caller judges the answer and confirms. Rethrows the
 * call's error after recording whether it did not happen (`refused`) or nobody knows (`in-doubt`).
 */
export async function journaled<Answer>(
  desk: FinancingDesk,
  { intent, lease, repeats }: { intent: Intent; lease: Lease; repeats?: OperationRecord },
  call: Call<Answer>
): Promise<{ operation: OperationRecord; answer: Answer }> {
  const operation = repeats
    ? await writeRepeat(desk, repeats, intent)
    : await writeIntent(desk, intent)
  if (!(await lease.renew())) {
    await finish(desk, operation, {
      outcome: repeats ? "in-doubt" : "refused",
      error_code: "lease_lost",
    })
    throw new LeaseLost()
  }
  try {
    return { operation, answer: await call(operation.id) }
  } catch (error) {
    const didNotHappen =
      !repeats && error instanceof FinancingError && error.outcome === "did-not-happen"
    if (!didNotHappen) {
      await desk.askForAttention(intent.applicationId, "doubt", describeDoubt(intent.kind))
    }
    await finish(desk, operation, {
      outcome: didNotHappen ? "refused" : "in-doubt",
      error_code: error instanceof FinancingError ? error.code : "unexpected",
      http_status: error instanceof FinancingError ? error.httpStatus : null,
      correlation_id: error instanceof FinancingError ? error.correlationId : null,
    })
    throw error
  }
}

async function writeIntent(desk: FinancingDesk, intent: Intent): Promise<OperationRecord> {
  return await desk.createFinancingOperations({
    application_id: intent.applicationId,
    kind: intent.kind,
    token: intent.token,
    target_cents: intent.target ?? null,
    reference: intent.reference ?? null,
    deadline_at: new Date(Date.now() + intent.deadline),
  })
}

async function writeRepeat(
  desk: FinancingDesk,
  operation: OperationRecord,
  intent: Intent
): Promise<OperationRecord> {
  return await desk.updateFinancingOperations({
    id: operation.id,
    outcome: "intended" as const,
    attempts: operation.attempts + 1,
    deadline_at: new Date(Date.now() + intent.deadline),
  })
}

type Ending = Partial<
  Pick<OperationRecord, "error_code" | "http_status" | "correlation_id" | "new_token">
> & { outcome: OperationRecord["outcome"] }

export async function finish(
  desk: FinancingDesk,
  operation: OperationRecord,
  ending: Ending
): Promise<void> {
  const ended = ending.outcome === "confirmed" || ending.outcome === "refused"
  await desk.updateFinancingOperations({
    id: operation.id,
    ...ending,
    finished_at: ended ? new Date() : null,
  })
  if (ended) {
    await desk.clearAttention(operation.application_id, "doubt")
  }
}

/**
 * The money operation of which nobody knows how it ended, or null. Call it under the application's
 * money lease: then a row that is still `intended` belongs to a process that died over its call.
 */
export async function findDoubt(
  desk: FinancingDesk,
  applicationId: string
): Promise<OperationRecord | null> {
  const [open] = await desk.listFinancingOperations(
    { application_id: applicationId, kind: [...MONEY_KINDS], outcome: ["intended", "in-doubt"] },
    { order: { created_at: "DESC" }, take: 1 }
  )
  if (!open) {
    return null
  }
  if (open.outcome === "intended") {
    await finish(desk, open, { outcome: "in-doubt", error_code: "interrupted" })
  }
  return open
}

/** Seconds since the call of an operation in doubt has certainly ended. */
export function secondsInDoubt(operation: OperationRecord): number {
  return (Date.now() - new Date(operation.deadline_at).getTime()) / 1000
}
