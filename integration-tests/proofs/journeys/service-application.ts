import type { ApplicationView } from "../../../src/sandbox"
import { createHarness } from "../../store/harness"
import { getLatestApplication, listTokens } from "../../store/plugin-records"

const { simulator } = createHarness()

/**
 * Reads the service's application of a cart by the newest token that the plugin has stored. A lost create may have left
 * a newer one at the service.
 */
export async function getServiceApplication(cartId: string): Promise<ApplicationView> {
  const { id } = await getLatestApplication(cartId)
  return await simulator.application(String((await listTokens(id)).at(-1)?.token))
}
