import type { MedusaContainer } from "@medusajs/framework/types"
import type { Plan } from "../domain/decide"
import type { Purchase } from "../translation/purchase-state"
import type { ServiceCheck } from "./check-service"

/**
 * The outcome of an action: `done`; `prevented`, for which the plan names a review; `busy`: another process works on
 * it, and nothing was tried; `told`: the action has opened its own review case.
 */
export type Outcome = "done" | "prevented" | "busy" | "told"

/** The plan, and what was read for it. */
export type Decided = { check: ServiceCheck; purchase: Purchase; plan: Plan }

/**
 * Executes one action and decides nothing. It reads what it changes again under its lease, and does nothing if that
 * differs from the decision's basis. The schedule retries failures.
 */
export type CarryOut = (container: MedusaContainer, decided: Decided) => Promise<Outcome | void>
