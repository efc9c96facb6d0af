import { model } from "@medusajs/framework/utils"

/** Exclusive leases across processes. See ../coordination. */
export const FinancingLease = model.define("financing_lease", {
  /**
   * The leased subject: `money:<application>`, `reconcile:<application>`, `cart:<cart>`, `complete:<cart>`,
   * `pay-again:<application>`; `rerun:…` and `budget:…` (../coordination), `challenge:…` (../home), `lost-sale:…`
   * (../outages).
   */
  id: model.text().primaryKey(),
  /** Random for each acquisition, so that a holder notices a takeover. */
  holder: model.text(),
  expires_at: model.dateTime(),
})
