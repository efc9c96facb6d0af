import type { MedusaContainer } from "@medusajs/framework/types"
import type { Decision } from "../steps/decide-move"
import { captureInMedusa } from "./record-capture"

/**
 * A settle whose answer was lost long ago, and the service still reads ready to settle: core's
 * capture asks our provider, which repeats the settle once.
 */
export async function repeatSettle(
  container: MedusaContainer,
  { applicationId, payment }: Decision
): Promise<void> {
  if (payment) {
    await captureInMedusa(container, { applicationId, payment })
  }
}
