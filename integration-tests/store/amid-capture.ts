import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { callsOf } from "./money-steps"
import { applicationOf } from "./our-records"
import { withTrigger } from "./refusing-database"

const { admin, run } = harness()

/** `purchaseId`: of its cart, or of the order that staff asked to be financed. */
export type BeingCaptured = { purchaseId: string; paymentId: string; token: string }

/** Captures, and does `act` while it is settled at the service and core has not written the capture yet. */
export async function amidCapture(
  { purchaseId, paymentId, token }: BeingCaptured,
  act: () => Promise<unknown>
): Promise<void> {
  const { id } = await applicationOf(purchaseId)
  const settled = {
    table: "financing_operation",
    event: "update" as const,
    when: `new.application_id = '${id}' and new.kind = 'settle' and new.outcome = 'confirmed'`,
    statement: "perform pg_sleep(10)",
  }
  await withTrigger(run.databaseUrl, settled, async () => {
    const captured = admin.capture(paymentId)
    await eventually(async () => {
      if ((await callsOf(token, "settle")).length === 0) throw new Error("It is not settled yet")
    })
    await act()
    await captured
  })
}
