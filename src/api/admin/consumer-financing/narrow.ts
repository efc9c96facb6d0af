import type { MedusaContainer } from "@medusajs/framework/types"
import type { ApplicationFilter } from "../../../modules/consumer-financing/operations/list-applications"
import { readShipping } from "../../../medusa/read-purchase-summaries"
import { findAmong } from "./find-among"
import type { Narrowing } from "./queries"

/** Converts a person's search into the module's filter. */
export async function narrow(
  scope: MedusaContainer,
  { q, state, task, created_from, created_to }: Narrowing
): Promise<ApplicationFilter> {
  return {
    states: state,
    task: task && { name: task, shipping: await readShipping(scope) },
    createdFrom: created_from,
    createdTo: created_to,
    among: q === undefined ? undefined : await findAmong(scope, q),
  }
}
