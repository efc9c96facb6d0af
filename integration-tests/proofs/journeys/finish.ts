import { HttpRefusal } from "../../../tooling/clients/http-door"
import { comeToRest } from "../come-to-rest"
import type { Stage } from "./journey"

/**
 * Runs an action that may be refused (HTTP 400, or an answer with an error). Rethrows any other error.
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

/** Expects that the journey reaches its goal, if necessary after one more try. */
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
