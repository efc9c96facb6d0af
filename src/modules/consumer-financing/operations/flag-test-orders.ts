import type { PurchaseState } from "../../../domain/purchase-state"
import { describeTestData } from "../../../domain/test-data"
import type { Context } from "../context"

/** Unpaid orders on test-mode applications, without a review case. */
const UNFLAGGED = `
  select id, coalesce(seen_purchase_state, 'authorized-order') as purchase_state
    from financing_application as application
   where deleted_at is null and environment = 'staging' and order_id is not null
     and state in ('awaiting-customer', 'under-review', 'ready-to-settle')
     and coalesce(seen_purchase_state, 'authorized-order')
         in ('unpaid-order', 'authorized-order', 'order-without-live-payment')
     and not exists (select 1 from financing_review_case
          where application_id = application.id and cause = 'test-data' and deleted_at is null)`

/**
 * Opens a review case for each unpaid test-mode order in production, and closes them in test mode, before the next
 * status checks.
 */
export async function flagTestOrders(context: Context): Promise<void> {
  if (context.options.environment === "staging") {
    const all = { take: null }
    const cases = await context.rows.listFinancingReviewCases({ cause: "test-data" }, all)
    for (const { application_id } of cases) {
      await context.reviewCases.close(application_id, "test-data")
    }
    return
  }
  const { rows } = await context.knex.raw<{
    rows: { id: string; purchase_state: PurchaseState }[]
  }>(UNFLAGGED)
  for (const { id, purchase_state } of rows) {
    await context.reviewCases.open(id, "test-data", describeTestData(purchase_state))
    // An edit offers to request the payment, which nobody would pay.
    await context.reviewCases.close(id, "order-edit")
  }
}
