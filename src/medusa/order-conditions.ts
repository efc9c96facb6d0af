import { ENDED_WITHOUT_LOAN } from "../domain/application-state"

// Parts of SQL statements about an "order" and its loans. Their arguments are never user input.

const LINES = `order_item as item join order_line_item as line on line.id = item.item_id
  where item.order_id = "order".id and item.version = "order".version and item.deleted_at is null`

/** Units of a line that have left; of one without shipping those that are fulfilled. */
const GONE = `(case when line.requires_shipping
  then greatest(item.shipped_quantity, item.delivered_quantity) else item.fulfilled_quantity end)`

/** Whether goods of an "order" have not left yet; without goods to ship, whether lines are not fulfilled yet. */
export const IS_LEFT = `case
  when exists (select 1 from ${LINES} and line.requires_shipping)
  then exists (select 1 from ${LINES} and line.requires_shipping
                  and item.quantity > ${GONE})
  else exists (select 1 from ${LINES} and item.quantity > ${GONE}) end`

/** Whether an "order" with goods to ship has lines without shipping that are not fulfilled. */
export const IS_UNFULFILLED = `(
  exists (select 1 from ${LINES} and line.requires_shipping)
  and exists (select 1 from ${LINES} and not line.requires_shipping and item.quantity > ${GONE}))`

const IS_GOODS = `(line.requires_shipping
  or not exists (select 1 from ${LINES} and line.requires_shipping))`

/** Whether goods have not left that an "order" had, at no lower price, when it was placed. */
export const IS_PLACED_LEFT = `exists (
  select 1 from order_item as placed, ${LINES} and ${IS_GOODS}
     and placed.order_id = item.order_id and placed.item_id = item.item_id
     and placed.version = 1 and placed.deleted_at is null
     and ${GONE} < least(item.quantity, placed.quantity)
     and coalesce(item.unit_price, line.unit_price) <= coalesce(placed.unit_price, line.unit_price))`

const BACK = "item.return_received_quantity + item.return_dismissed_quantity"

/** Whether goods of an "order" have left and are not all back. */
export const HAS_UNRETURNED_GOODS = `exists (select 1 from ${LINES} and ${IS_GOODS} and ${GONE} > ${BACK})`

/** Whether all that had left of an "order" was returned. */
export const IS_ALL_BACK = `exists (select 1 from ${LINES} and ${IS_GOODS} and ${BACK} > 0)
  and not ${HAS_UNRETURNED_GOODS}`

/**
 * The cents by which refunds lowered what an "order" costs. Its first version has the cart's credit, such as gift
 * cards; credit that was paid out is negative.
 */
export const CREDIT = `(
  select cast(round(100 * coalesce(sum(case version when 1 then -amount else amount end), 0)) as int)
    from order_credit_line as credit
   where credit.order_id = "order".id and credit.version in (1, "order".version)
     and "order".version > 1 and amount > 0 and credit.deleted_at is null)`

/** What Medusa counts as due on an "order", in dollars; only captures are deducted. */
export const PENDING = `(
  select cast(totals ->> 'pending_difference' as numeric) from order_summary as summary
   where summary.order_id = "order".id and summary.version = "order".version
     and summary.deleted_at is null limit 1)`

export const ENDED = ENDED_WITHOUT_LOAN.map((state) => `'${state}'`).join(", ")

/** A settle in doubt does not hold goods: the customer has signed. */
export const isSettleInDoubt = (id: string): string => `exists (
  select 1 from financing_operation as call
   where call.application_id = ${id} and call.deleted_at is null
     and call.kind = 'settle' and call.outcome in ('intended', 'in-doubt'))`

/** A loan that pays for a part of its order, or did, and needs a decision before goods leave. */
export const HOLDS_GOODS = `(loan.paid_out_at is not null or loan.state not in (${ENDED}, 'refunded'))
  and not (loan.state = 'ready-to-settle' and coalesce(loan.seen_captured_cents, 0) = 0
           and ${PENDING} <= 0)
  and exists (
    select 1 from financing_review_case as held
     where held.application_id = loan.id and held.deleted_at is null
       and held.cause <> all(:harmless)
       and not (held.cause = 'order-edit' and loan.seen_captured_cents > 0)
       and not (held.cause = 'doubt' and ${isSettleInDoubt("loan.id")}))`

/** Payments of an "order" that are authorized and not captured, and what was captured of them. */
export const AUTHORIZED = `order_payment_collection as link
  join payment on payment.payment_collection_id = link.payment_collection_id
   and payment.canceled_at is null and payment.captured_at is null and payment.deleted_at is null
 cross join lateral (
   select coalesce(sum(amount), 0) as captured from capture
    where payment_id = payment.id and deleted_at is null) as so_far
  left join financing_session as session
    on session.payment_session_id = payment.payment_session_id and session.deleted_at is null
  left join financing_application as loan on loan.id = session.application_id
 where link.order_id = "order".id and link.deleted_at is null
   and coalesce(loan.state, 'ready-to-settle') not in (${ENDED})`
