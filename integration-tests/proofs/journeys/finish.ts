import { HttpRefusal } from "../../store/http-door"
import { comeToRest } from "../come-to-rest"
import type { Stage } from "./journey"

/** What people were answered, as texts: none of it may hold a secret. */
export const heard: string[] = []

/**
 * What somebody does, and is refused with a sentence at worst: anything else is thrown.
 * @returns true when it was refused
 */
export async function isRefused(act: () => Promise<unknown>): Promise<boolean> {
  try {
    const answer = await act()
    heard.push(JSON.stringify(answer ?? null))
    return typeof answer === "object" && answer !== null && "error" in answer
  } catch (error) {
    if (!(error instanceof HttpRefusal)) throw error
    heard.push(JSON.stringify(error.body))
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
