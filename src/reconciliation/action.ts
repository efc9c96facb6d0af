import type { MedusaContainer } from "@medusajs/framework/types"
import type { Plan } from "../domain/decide"
import type { Observed } from "./observe"

/**
 * What came of an action. `done`, or `prevented` by what the plan names a review for; `busy`: somebody else is at
 * it, and nothing was tried; `told`: whatever it was, the action has said so itself.
 */
export type Outcome = "done" | "prevented" | "busy" | "told"

/**
 * An action does its work and decides nothing: it reads again, under its lease, what it changes, and
 * leaves it alone where that is not what was decided about. What failed is tried again by schedule.
 */
export type CarryOut = (
  container: MedusaContainer,
  seen: Observed,
  plan: Plan
) => Promise<Outcome | void>
