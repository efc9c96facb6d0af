import type { MedusaContainer } from "@medusajs/framework/types"
import type { Plan } from "../domain/decide"
import type { Observed } from "./observe"

/**
 * The outcome of an action: `done`; `prevented`, for which the plan names a review; `busy`: another process works on
 * it, and nothing was tried; `told`: the action has opened its own review case.
 */
export type Outcome = "done" | "prevented" | "busy" | "told"

/**
 * Executes one action and decides nothing. It reads what it changes again under its lease, and does nothing if that
 * differs from the decision's basis. The schedule retries failures.
 */
export type CarryOut = (
  container: MedusaContainer,
  seen: Observed,
  plan: Plan
) => Promise<Outcome | void>
