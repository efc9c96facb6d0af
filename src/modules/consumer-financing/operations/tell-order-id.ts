import { FinancingError } from "../../../financing-api"
import { acquireLease, LeaseBusy } from "../lease"
import { finish, journaled } from "../journal"
import type { FinancingDesk } from "../desk"

/**
 * Tells the service the order's final number (endpoint 14), once per token of the chain. It sets an
 * absolute value, so that after a failure it is simply told again by the next sync.
 * Returns false when that is still to come.
 */
export async function tellOrderId(
  desk: FinancingDesk,
  { applicationId, orderId }: { applicationId: string; orderId: string }
): Promise<boolean> {
  const application = await desk.retrieveFinancingApplication(applicationId)
  const token = await desk.tipOf(applicationId)
  if (application.told_order_id === orderId && application.told_order_id_token === token) {
    return true
  }
  const lease = await acquireLease(desk.knex, `order-id:${applicationId}`).catch(onlyBusy)
  if (!lease) {
    return false
  }
  try {
    const intent = {
      applicationId,
      kind: "update-order-id" as const,
      token,
      reference: orderId,
      deadline: desk.options.deadlines.read,
    }
    const { operation } = await journaled(desk, { intent, lease }, (correlationId) =>
      desk
        .clientOf(application)
        .updateOrderId({ applicationToken: token, id: orderId }, { correlationId })
    )
    await finish(desk, operation, { outcome: "confirmed" })
    await desk.updateFinancingApplications({
      id: applicationId,
      told_order_id: orderId,
      told_order_id_token: token,
    })
    await desk.note(applicationId, "order-id-told", { order_id: orderId })
    return true
  } catch (error) {
    if (error instanceof FinancingError) {
      return false
    }
    throw error
  } finally {
    await lease.release()
  }
}

function onlyBusy(error: unknown): null {
  if (error instanceof LeaseBusy) {
    return null
  }
  throw error
}
