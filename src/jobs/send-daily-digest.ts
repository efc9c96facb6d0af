import type { MedusaContainer } from "@medusajs/framework/types"
import { notifyFinancingStaffWorkflow } from "../workflows/notify-staff"

/** Sends staff the open tasks of the day. Every server may run it: the message is sent once. */
export default async function sendDailyDigest(container: MedusaContainer): Promise<void> {
  await notifyFinancingStaffWorkflow(container).run({ input: { what: "daily-digest" } })
}

export const config = {
  name: "send-daily-digest-of-financing",
  /** At 8 o'clock of the server's time. */
  schedule: "0 8 * * *",
}
