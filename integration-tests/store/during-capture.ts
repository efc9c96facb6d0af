import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication } from "./plugin-records"
import { withTrigger } from "./database-triggers"

const { admin, run } = createHarness()

/** `purchaseId` is the cart's id, or the order's id for a financing request. */
export type PaymentToCapture = { purchaseId: string; paymentId: string; token: string }

/**
 * Captures all payments, and runs `act` for each after the service has settled it and before core has
 * written the capture.
 */
export async function runDuringCaptures<Captured extends PaymentToCapture>(
  all: readonly Captured[],
  act: (captured: Captured) => Promise<unknown>
): Promise<void> {
  const applications = await Promise.all(
    all.map((captured) => getLatestApplication(captured.purchaseId))
  )
  const ids = applications.map(({ id }) => `'${id}'`).join()
  // Long enough for `act` to begin on a busy machine. It cannot end the pause, because it waits for the settle.
  const settleTrigger = {
    table: "financing_operation",
    event: "update" as const,
    when: `new.application_id in (${ids}) and new.kind = 'settle' and new.outcome = 'confirmed'`,
    statement: "perform pg_sleep(20)",
  }
  await withTrigger(run.databaseUrl, settleTrigger, async () => {
    await Promise.all(
      all.map(async (captured) => {
        const pendingCapture = admin.capture(captured.paymentId)
        await eventually(async () => {
          if ((await listServiceCalls(captured.token, "settle")).length === 0)
            throw new Error("The application is not settled yet")
        })
        await act(captured)
        await pendingCapture
      })
    )
  })
}
