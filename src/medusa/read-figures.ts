import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import {
  isInRange,
  type PayoutRange,
} from "../modules/consumer-financing/operations/read-payout-report"

type OrderFigures = { orders: number; financed: number; average_cents: number | null }

/** Of the orders of these days: how many there are, how many are financed, and over how much each. */
export async function readOrderFigures(scope: MedusaContainer, days: number) {
  const { context, options } = scope.resolve(CONSUMER_FINANCING)
  const { rows } = await context.knex.raw<{ rows: [OrderFigures] }>(
    `select cast(count(distinct one.id) as int) as orders,
            cast(count(distinct order_id) as int) as financed,
            cast(round(1.0 * sum(financed_cents) / nullif(count(distinct order_id), 0)) as int) as average_cents
       from "order" as one left join financing_application as application
         on order_id = one.id and application.deleted_at is null and environment = :environment
            and (approved_at is not null or ready_at is not null)
            and state not in ('declined', 'cancelled', 'expired')
      where one.deleted_at is null and canceled_at is null and not is_draft_order
        and not exists (
          select 1 from financing_application as elsewhere
           where elsewhere.order_id = one.id and elsewhere.environment <> :environment
             and elsewhere.deleted_at is null)
        and one.created_at > now() - cast(:days as float8) * interval '1 day'`,
    { days, environment: options.environment }
  )
  return rows[0]
}

/** Sums what Medusa captured minus what it refunded by financing in a range, in cents. */
export async function sumCaptured(scope: MedusaContainer, range: PayoutRange): Promise<number> {
  const { context, options } = scope.resolve(CONSUMER_FINANCING)
  const { from, to, zone } = range
  const { rows } = await context.knex.raw<{ rows: [{ cents: number }] }>(
    `select cast(coalesce(sum(cents), 0) as float8) as cents from (
       select round(100 * amount) as cents, payment_id, created_at from capture
        where deleted_at is null
        union all
       select -round(100 * amount), payment_id, created_at from refund
        where deleted_at is null) as moved
       join payment on payment.id = payment_id
       join financing_session as session
         on session.payment_session_id = payment.payment_session_id
       join financing_application as loan on loan.id = session.application_id
      where environment = :environment and ${isInRange("moved.created_at")}`,
    { from, to, zone, environment: options.environment }
  )
  return rows[0].cents
}
