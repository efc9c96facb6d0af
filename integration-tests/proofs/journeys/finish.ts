import { HttpRefusal } from "../../../tooling/clients/http-door"
import { comeToRest } from "../come-to-rest"
import type { Stage } from "./journey"

/**
 * Runs an action that may end in a refusal with a sentence: any other error is thrown.
 * @returns true when it was refused
 */
export async function isRefused(act: () => Promise<unknown>): Promise<boolean> {
  try {
    const answer = await act()
    return typeof answer === "object" && answer !== null && "error" in answer
  } catch (error) {
    if (!(error instanceof HttpRefusal)) throw error
    if (error.status === 400) return true
    throw error
  }
}

/** Nothing is wedged: what was kept from happening so far happens now, when it is tried again. */
export async function finish({ cartId, again, reached }: Stage): Promise<void> {
  const isThere = await reached().then(
    () => true,
    () => false
  )
  if (isThere) return
  await isRefused(again)
  await comeToRest(cartId)
  await reached()
}
