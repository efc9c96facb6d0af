import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../decide-move"

const MOST_NAMED = 3

/**
 * The goods have left, and only what needs no shipping is not marked as fulfilled: nothing would ever
 * settle the loan, and nobody would know. A person is asked once that has lasted for a while.
 */
export async function tellOfUnfulfilled(
  container: MedusaContainer,
  { applicationId, code, open, order: { unfulfilled } }: Decision
): Promise<void> {
  if (!unfulfilled || open || code !== "S") {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const patience = financing.options.timeLimits.unfulfilledHours * 3600
  const seconds = patience - (financing.clock.now() - new Date(unfulfilled.since).getTime()) / 1000
  if (seconds > 0) {
    return await financing.lookWithin(applicationId, Math.ceil(seconds))
  }
  await financing.askForAttention(applicationId, "unfulfilled", describe(unfulfilled.titles))
}

function describe(titles: readonly string[]): string {
  const named = titles.slice(0, MOST_NAMED).map((title) => `"${title}"`)
  const others = titles.length > MOST_NAMED ? ` and ${titles.length - MOST_NAMED} more` : ""
  return `Only ${named.join(", ")}${others} is not fulfilled: nothing else of this order is waited for, and its financing is not settled. Settle it now? Or mark that as fulfilled on the order's page, which settles it by itself.`
}
