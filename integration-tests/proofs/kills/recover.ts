import { expectInvariants } from "../../store/invariants"
import { stabilizeCart, stopScheduledChecks } from "../stabilize-cart"
import { finishJourney } from "../journeys/finish-journey"
import type { PreparedJourney } from "../journeys/journey"
import { advanceTime } from "../advance-time"

/** Minutes after which every lease has expired. */
const LEASE_EXPIRY_MINUTES = 10

/**
 * Lets the leases of a terminated process expire, reconciles until the cart is stable, and checks the invariants.
 * @throws Error on a violated invariant
 */
export async function recoverStage({ cartId }: PreparedJourney): Promise<void> {
  await advanceTime(cartId, LEASE_EXPIRY_MINUTES)
  await stabilizeCart(cartId)
  await expectInvariants(cartId)
}

/** Recovers a stage, then expects that its goal can still be reached. */
export async function recoverAndFinish(stage: PreparedJourney): Promise<void> {
  await recoverStage(stage)
  await finishJourney(stage)
  await expectInvariants(stage.cartId)
  await stopScheduledChecks(stage.cartId)
}
