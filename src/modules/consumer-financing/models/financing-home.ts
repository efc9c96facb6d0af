import { model } from "@medusajs/framework/utils"

/** The address at which this database is the shop's own in production: one row. See ../home. */
export const FinancingHome = model.define("financing_home", {
  id: model.text().primaryKey(),
  address: model.text(),
  /** When the address became the home. */
  since: model.dateTime(),
  /** Staff decided that this database is a copy, so production stays locked. */
  is_copy: model.boolean().default(false),
  /** When the lock was reported, so that only one server emits the event. */
  locked_at: model.dateTime().nullable(),
})
