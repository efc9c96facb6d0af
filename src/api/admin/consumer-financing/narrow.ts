import type { MedusaContainer } from "@medusajs/framework/types"
import type { ApplicationFilter } from "../../../modules/consumer-financing/operations/list-applications"
import { findAmong } from "./find-among"
import type { Narrowing } from "./queries"

const DAY = 24 * 60 * 60 * 1000

/** Converts a person's search into the module's filter. */
export async function narrow(
  scope: MedusaContainer,
  { q, state, task, needs_attention, ready_for_days: days, created_from, created_to }: Narrowing
): Promise<ApplicationFilter> {
  return {
    states: state,
    task,
    needsAttention: needs_attention,
    readyBefore: days === undefined ? undefined : new Date(Date.now() - days * DAY),
    createdFrom: created_from,
    createdTo: created_to,
    among: q === undefined ? undefined : await findAmong(scope, q),
  }
}
