import type { ApplicationView } from "../../../src/sandbox"
import { harness } from "../../store/harness"
import { applicationOf, tokensOf } from "../../store/our-records"

const { simulator } = harness()

/**
 * Reads the service's application of a cart by the newest token that the plugin has stored. A lost create may have left
 * a newer one at the service.
 */
export async function getServiceApplication(cartId: string): Promise<ApplicationView> {
  const { id } = await applicationOf(cartId)
  return await simulator.application(String((await tokensOf(id)).at(-1)?.token))
}
