import { cents } from "../../src/domain/money"
import type { OperationKind } from "../../src/domain/operation"
import { runOperation } from "../../src/modules/consumer-financing/operations/run-operation"
import type { Intent } from "../../src/modules/consumer-financing/store/journal"
import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import { queryCommitted } from "./committed-rows"
import { createApplication, type RunningModule } from "./running-module"

/** Deadline of a call, in milliseconds. */
export const DEADLINE_MS = 30_000

/** Creates an application, acquires its money lease, and prepares an operation of this kind. */
export async function prepareOperation(running: RunningModule, kind: OperationKind = "settle") {
  const { financing } = running
  const created = await createApplication(financing)
  const { application, token } = created
  const lease = await financing.leases.acquire(`money:${application.id}`)
  const intent: Intent = {
    applicationId: application.id,
    kind,
    token,
    target: cents(812_40),
    reference: "capt_1",
    deadline: DEADLINE_MS,
  }
  const rows = () => listOperations(running, application.id)
  const act = (call: (correlationId: string) => Promise<unknown>, repeats?: OperationRecord) =>
    runOperation(
      financing.context,
      { application, intent, lease, ...(repeats ? { repeats } : {}) },
      (_client, { correlationId = "" }) => call(correlationId)
    )
  return { ...created, id: application.id, lease, intent, rows, act }
}

/** Lists the committed operations of an application without its create, oldest first. */
export async function listOperations(
  { databaseUrl }: RunningModule,
  applicationId: string
): Promise<OperationRecord[]> {
  return await queryCommitted<OperationRecord>(
    databaseUrl,
    `select * from financing_operation
     where application_id = $1 and kind <> 'create' order by created_at, id`,
    [applicationId]
  )
}

/** Lists the causes of an application's review cases. */
export async function listReviewCauses(
  { financing }: RunningModule,
  id: string
): Promise<string[]> {
  const reviewCases = await financing.listFinancingReviewCases({ application_id: id })
  return reviewCases.map(({ cause }) => cause).sort()
}

export function getMillisecondsUntil(date: Date | string | null): number {
  return new Date(date ?? Number.NaN).getTime() - Date.now()
}
