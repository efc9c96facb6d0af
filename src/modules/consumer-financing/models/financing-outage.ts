import { model } from "@medusajs/framework/utils"
import { OUTAGE_CAUSES } from "../../../domain/outage-causes"

/**
 * An environment of the service with which calls fail, from the first of them; gone once one succeeds. It is
 * an alarm from `raised_at` on. See ../outages.
 */
export const FinancingOutage = model.define("financing_outage", {
  /** The environment: one row for each at most. */
  id: model.text().primaryKey(),
  cause: model.enum([...OUTAGE_CAUSES]),
  since: model.dateTime(),
  failures: model.number(),
  raised_at: model.dateTime().nullable(),
  /** When a server last asked whether it is over. */
  probed_at: model.dateTime().nullable(),
  /** Shoppers who could not finance their purchase since it began, and what these purchases come to. */
  shoppers: model.number().default(0),
  cents: model.number().default(0),
})
