import type { MedusaContainer } from "@medusajs/framework/types"
import { hourIn } from "../domain/time-zone"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { notifyFinancingStaffWorkflow } from "../workflows/notify-staff"

const FIRST_HOUR = 8
/** A server that was down at eight catches up before noon. */
const END_HOUR = 12

/**
 * Sends staff the open tasks of the day, in the morning of their time zone. Every server may run it: the message is
 * sent once.
 */
export default async function sendDailyDigest(container: MedusaContainer): Promise<void> {
  const { clock, timeZone } = container.resolve(CONSUMER_FINANCING)
  const hour = hourIn(timeZone, clock.dateIn(0))
  if (hour < FIRST_HOUR || hour >= END_HOUR) return
  await notifyFinancingStaffWorkflow(container).run({ input: { what: "daily-digest" } })
}

export const config = {
  name: "send-daily-digest-of-financing",
  /** Each hour, because staff's time zone is a setting. */
  schedule: "0 * * * *",
}
