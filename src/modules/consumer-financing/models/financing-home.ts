import { model } from "@medusajs/framework/utils"

/** The address at which this database is the shop's own in production: one row. See ../home. */
export const FinancingHome = model.define("financing_home", {
  id: model.text().primaryKey(),
  address: model.text(),
  /** Since when the shop is at home there. */
  since: model.dateTime(),
  /** A person decided that this database is a copy: production stays locked for it. */
  is_copy: model.boolean().default(false),
  /** When the lock was reported, so that of several servers one sends the event. */
  locked_at: model.dateTime().nullable(),
})
