import { expectInvariants } from "../../store/invariants"
import { comeToRest, stopChecking } from "../come-to-rest"
import { finish } from "../journeys/finish"
import type { Stage } from "../journeys/journey"
import { letTimePass } from "../let-time-pass"

/** Minutes after which every lease has expired. */
const LEASES_END = 10

/**
 * Lets the leases of a terminated process expire, reconciles until the cart is stable, and checks the invariants.
 * @throws Error on a violated invariant
 */
export async function comeToAgreement({ cartId }: Stage): Promise<void> {
  await letTimePass(cartId, LEASES_END)
  await comeToRest(cartId)
  await expectInvariants(cartId)
}

/** Recovers a stage, then expects that its goal can still be reached. */
export async function takeOver(stage: Stage): Promise<void> {
  await comeToAgreement(stage)
  await finish(stage)
  await expectInvariants(stage.cartId)
  await stopChecking(stage.cartId)
}
