import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { callsOf } from "./money-steps"
import { applicationOf } from "./our-records"
import { withTrigger } from "./refusing-database"

const { admin, run } = harness()

/** `purchaseId`: of its cart, or of the order that staff asked to be financed. */
export type BeingCaptured = { purchaseId: string; paymentId: string; token: string }

/**
 * Captures them all, and does `act` with each while it is settled at the service and core has not written the
 * capture yet.
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
            throw new Error("It is not settled yet")
        })
        await act(one)
        await captured
      })
    )
  })
}
