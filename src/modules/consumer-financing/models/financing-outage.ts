import { model } from "@medusajs/framework/utils"
import { OUTAGE_CAUSES } from "../../../domain/health"

/**
 * An environment with failing calls, from the first failure to the next success. It is an alarm from `raised_at` on.
 * See ../outages.
 */
export const FinancingOutage = model.define("financing_outage", {
  /** The environment; at most one row each. */
  id: model.text().primaryKey(),
  cause: model.enum([...OUTAGE_CAUSES]),
  since: model.dateTime(),
  failures: model.number(),
  raised_at: model.dateTime().nullable(),
  /** When a server last probed the service. */
  probed_at: model.dateTime().nullable(),
  /** Lost sales since the outage began: shoppers, and the sum of their purchases. */
  shoppers: model.number().default(0),
  cents: model.number().default(0),
})
