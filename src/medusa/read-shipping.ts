import type { MedusaContainer } from "@medusajs/framework/types"
import { HARMLESS_CAUSES } from "../domain/review-causes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Shipping } from "../modules/consumer-financing/operations/read-overview"
import {
  ENDED,
  HOLDS_GOODS,
  IS_LEFT,
  isSettleInDoubt,
  IS_UNFULFILLED,
  PENDING,
} from "./order-conditions"
import { OWNER_COLUMNS, type PurchaseOwner, readPurchaseSummaries } from "./read-purchase-summaries"

type Found = PurchaseOwner & {
  is_paid: boolean
  is_left: boolean
  left_at: Date | null
  has_shipped: boolean
  /** Shipped more than a week ago. */
  is_overdue: boolean
  has_failed: boolean
  is_unfulfilled: boolean
  /** In dollars, as Medusa counts it. */
  pending: string | null
  /** A decision about its edit is open, or was to leave it as it is. */
  has_edit_case: boolean
  /** A loan that paid for a part of the order came to nothing. */
  is_part_unpaid: boolean
}

const COLUMNS = OWNER_COLUMNS.map((column) => `application.${column}`).join(", ")

/** Whether anything is due from a signed application. */
const IS_DUE = `coalesce(seen_purchase_state, '') not in
  ('nothing', 'order-paid-otherwise', 'cancelled-order', 'order-without-live-payment')`

/** Whether staff left the failed request of a signed payment as it is. */
const isLeftFailure = (reviewCase: string) => `${reviewCase}.cause = 'order'
  and ${reviewCase}.acknowledged_at is not null
  and application.seen_purchase_state = 'authorized-order'`

/**
 * Finds signed applications whose orders have shipped in full and whose payment staff should request, signed or paid
 * ones whose goods may leave, and paid ones whose orders are to be refunded or collected.
 */
export async function readShipping(scope: MedusaContainer): Promise<Shipping> {
  const { context, options } = scope.resolve(CONSUMER_FINANCING)
  const { rows } = await context.knex.raw<{ rows: Found[] }>(
    `select *, left_at is not null and not is_left as has_shipped,
            left_at < now() - interval '7 days' as is_overdue from (
       select ${COLUMNS}, state <> 'ready-to-settle' as is_paid, ${IS_LEFT} as is_left,
              ${IS_UNFULFILLED} as is_unfulfilled, ${PENDING} as pending, exists (
                select 1 from financing_review_case as edit
                 where edit.application_id = application.id and edit.deleted_at is null
                   and edit.cause = 'order-edit') as has_edit_case,
              ${isSettleInDoubt("application.id")} as is_in_doubt,
              exists (
                select 1 from financing_review_case as failed
                 where failed.application_id = application.id and failed.deleted_at is null
                   and ${isLeftFailure("failed")}) as has_failed,
              exists (
                select 1 from financing_application as dead
                 where dead.order_id = application.order_id and dead.seen_captured_cents > 0
                   and dead.state in (${ENDED})) as is_part_unpaid,
              (select max(coalesce(shipped_at, delivered_at, fulfillment.created_at))
                 from order_fulfillment as link
                 join fulfillment on fulfillment.id = link.fulfillment_id
                where link.order_id = application.order_id and link.deleted_at is null
                  and fulfillment.canceled_at is null
                  and fulfillment.deleted_at is null) as left_at
         from financing_application as application
         join "order" on "order".id = application.order_id and "order".canceled_at is null
        where application.deleted_at is null and environment = :environment
          and not exists (
            select 1 from financing_review_case as held
             where held.application_id = application.id and held.deleted_at is null
               and held.cause <> 'order-id' and not (${isLeftFailure("held")})
               and not (held.cause = 'order-edit' and application.seen_captured_cents > 0)
               and not (held.cause = 'doubt' and ${isSettleInDoubt("application.id")}))
          and not exists (
            select 1 from financing_application as loan
             where loan.order_id = application.order_id and loan.id <> application.id
               and loan.deleted_at is null and ${HOLDS_GOODS})
          and ((state = 'ready-to-settle' and ${IS_DUE})
            or (state in ('settling', 'funded', 'partly-refunded')
              and coalesce(ready_at, application.created_at) > now() - interval '90 days'))
     ) as signed
      where is_left or not (is_paid or is_in_doubt) or (is_paid and abs(pending) >= 0.01)`,
    { environment: options.environment, harmless: HARMLESS_CAUSES }
  )
  const isPartOwed = ({ is_paid, pending, is_part_unpaid }: Found) =>
    is_paid && (Number(pending) > 0 || is_part_unpaid)
  const isChanged = ({ seen_captured_cents, pending, has_edit_case }: Found) =>
    Number(seen_captured_cents) > 0 && Math.abs(Number(pending)) >= 0.01 && !has_edit_case
  const changed = rows.filter(isChanged)
  const purchaseOf = await readPurchaseSummaries(scope, [...rows.filter(isPartOwed), ...changed])
  const open = rows.filter(
    (row) => (row.is_left || !row.is_paid) && (!isPartOwed(row) || purchaseOf(row).isPaidPartLeft)
  )
  // Earlier refunds may have covered as much of what Medusa counts as owed to the customer.
  const unbalanced = changed.filter((row) => {
    const { owed, credit } = purchaseOf(row)
    return owed === null || owed > 0 || -owed > credit
  })
  const idsOf = (found: Found[]) => found.map(({ id }) => id)
  // Under the setting on-shipment, the payment request for a partly shipped order can fail.
  const isSent = ({ has_shipped, has_failed, left_at }: Found) =>
    has_shipped || (has_failed && left_at !== null)
  const isLate = ({ is_overdue, has_failed, is_unfulfilled }: Found) =>
    options.settle === "manual" ||
    is_overdue ||
    has_failed ||
    (is_unfulfilled && options.settle === "on-full-shipment")
  return {
    shipped: idsOf(open.filter((row) => isSent(row) && isLate(row))),
    unshipped: idsOf(open.filter(({ has_shipped, has_failed }) => !has_shipped && !has_failed)),
    unbalanced: idsOf(unbalanced),
  }
}
