import type { ApplicationView } from "../../../src/sandbox"
import { harness } from "../../store/harness"
import { applicationOf, tokensOf } from "../../store/our-records"

const { simulator } = harness()

/**
 * The newest application of a cart as the service has it. One that a lost call filed may be newer
 * there: what counts is the token that both sides know.
 */
export async function atService(cartId: string): Promise<ApplicationView> {
  const { id } = await applicationOf(cartId)
  return await simulator.application(String((await tokensOf(id)).at(-1)?.token))
}
