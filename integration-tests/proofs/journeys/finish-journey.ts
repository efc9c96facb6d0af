import { HttpError } from "../../../tooling/clients/http-client"
import { stabilizeCart } from "../stabilize-cart"
import type { PreparedJourney } from "./journey"

/**
 * Runs an action that may be refused (HTTP 400, or an answer with an error). Rethrows any other error.
 * @returns true when it was refused
 */
export async function isActionRefused(act: () => Promise<unknown>): Promise<boolean> {
  try {
    const answer = await act()
    return typeof answer === "object" && answer !== null && "error" in answer
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 400) return true
    throw error
  }
}

/** Expects that the journey reaches its goal, if necessary after one more try. */
export async function finishJourney({ cartId, retry, expectGoal }: PreparedJourney): Promise<void> {
  const isReached = await expectGoal().then(
    () => true,
    () => false
  )
  if (isReached) return
  await isActionRefused(retry)
  await stabilizeCart(cartId)
  await expectGoal()
}
