import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { callsOf } from "./money-steps"
import { applicationOf } from "./our-records"
import { withTrigger } from "./refusing-database"

const { admin, run } = harness()

/** `purchaseId` is the cart's id, or the order's id for a financing request. */
export type BeingCaptured = { purchaseId: string; paymentId: string; token: string }

/**
 * Captures all payments, and runs `act` for each after the service has settled it and before core has
 * written the capture.
 */
export async function amidCaptures<Captured extends BeingCaptured>(
  all: readonly Captured[],
  act: (one: Captured) => Promise<unknown>
): Promise<void> {
  const applications = await Promise.all(all.map((one) => applicationOf(one.purchaseId)))
  const ids = applications.map(({ id }) => `'${id}'`).join()
  const settled = {
    table: "financing_operation",
    event: "update" as const,
    when: `new.application_id in (${ids}) and new.kind = 'settle' and new.outcome = 'confirmed'`,
    statement: "perform pg_sleep(10)",
  }
  await withTrigger(run.databaseUrl, settled, async () => {
    await Promise.all(
      all.map(async (one) => {
        const captured = admin.capture(one.paymentId)
        await eventually(async () => {
          if ((await callsOf(one.token, "settle")).length === 0)
            throw new Error("The application is not settled yet")
        })
        await act(one)
        await captured
      })
    )
  })
}
