import { model } from "@medusajs/framework/utils"

/** Who may act on something right now, across processes. See ../coordination. */
export const FinancingLease = model.define("financing_lease", {
  /** What is leased: `money:<application>`, `reconcile:<application>`, `cart:<cart>`, `complete:<cart>`, `pay-again:<application>`; `rerun:…`, `budget:…`: see ../coordination; `challenge:…`: see ../home; `lost-sale:…`: see ../outages. */
  id: model.text().primaryKey(),
  /** Unguessable and new for every acquisition: a holder whose lease was taken over notices. */
  holder: model.text(),
  expires_at: model.dateTime(),
})
