import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { readAbandonedRows } from "../medusa/read-payment"
import { findUnannounced } from "../medusa/update-payment"
import { reconcile } from "../reconciliation/reconcile"
import type { ReconcileApplicationInput } from "../reconciliation/turn"
import { createOneStepWorkflow } from "./one-step-workflow"

export const reconcileApplicationWorkflowId = "reconcile-financing-application"

/**
 * Compares Medusa and the service for one application and updates whichever is behind: see `reconcile`. Postbacks,
 * returns, the schedule and staff all run this.
 */
export const reconcileApplicationWorkflow = createOneStepWorkflow(
  reconcileApplicationWorkflowId,
  async (input: ReconcileApplicationInput, container) => await reconcile(container, input)
)

/** For a waiting caller: logs a failed reconciliation, which the schedule repeats. */
export async function tryToReconcile(
  container: MedusaContainer,
  input: ReconcileApplicationInput,
  occasion: string
): Promise<void> {
  const workflow = reconcileApplicationWorkflow(container)
  const { errors } = await workflow.run({ input, throwOnError: false })
  if (errors.length > 0) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`consumer-financing: ${input.application_id} could not be reconciled ${occasion}`)
  }
}

/** A day in milliseconds, so that rows from a complete downtime are found. */
const CHECK_BACK = 24 * 60 * 60 * 1000

/**
 * Wakes a reconciliation for rows of a process that died. Core writes a capture or a refund before it calls the
 * provider; if the process dies in between, the journal has no entry and no check is due. The process may also have
 * died before the event of a capture.
 */
export async function wakeAbandonedRows(container: MedusaContainer): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const since = new Date(Date.now() - CHECK_BACK)
  const rows = [
    ...(await readAbandonedRows(container, "capture", since)),
    ...(await readAbandonedRows(container, "refund", since)),
  ]
  const sessionIds = await findUnannounced(financing.context.knex, since)
  if (rows.length === 0 && sessionIds.length === 0) {
    return
  }
  const known = await financing.listFinancingOperations(
    { reference: rows.map(({ id }) => id) },
    { select: ["reference"] }
  )
  const left = rows.filter(({ id }) => !known.some(({ reference }) => reference === id))
  const sessions = await financing.listFinancingSessions(
    {
      payment_session_id: [...sessionIds, ...left.map(({ payment }) => payment.payment_session_id)],
    },
    { select: ["application_id"] }
  )
  for (const id of new Set(sessions.map(({ application_id }) => application_id))) {
    await financing.schedule.checkWithin(id, 0)
  }
}
