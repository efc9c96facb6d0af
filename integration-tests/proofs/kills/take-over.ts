import { expectInvariants } from "../../store/invariants"
import { comeToRest, stopChecking } from "../come-to-rest"
import { finish } from "../journeys/finish"
import type { Stage } from "../journeys/journey"
import { letTimePass } from "../let-time-pass"

/** Minutes in which every lease runs out. */
const LEASES_END = 10

/**
 * The worker's own store takes over what another process left: its leases run out, everything comes
 * to rest, and the invariants hold. Throws what is violated.
 */
export async function comeToAgreement({ cartId }: Stage): Promise<void> {
  await letTimePass(cartId, LEASES_END)
  await comeToRest(cartId)
  await expectInvariants(cartId)
}

/** The same; then a second try after a refusal succeeds, so that nothing is wedged. */
export async function takeOver(stage: Stage): Promise<void> {
  await comeToAgreement(stage)
  await finish(stage)
  await expectInvariants(stage.cartId)
  await stopChecking(stage.cartId)
}
