import type { PayoutEventName } from "../../../domain/payout-event"
import type { Context } from "../context"

/** One movement of money. `cents` is negative for a refund. */
export type PayoutEvent = {
  id: string
  event: PayoutEventName
  at: Date
  /** YYYY-MM-DD in the range's time zone. */
  day: string
  cents: number
  application_id: string
  order_id: string | null
}

/** Sums of one day (YYYY-MM-DD) in cents. */
export type PayoutDay = {
  day: string
  /** Equals Medusa's captures minus its refunds of that day. */
  requested_cents: number
  /** What the service was first seen to pay out, minus refunds of it. */
  paid_out_cents: number
  /** Negative: refunds, and those that were taken back. */
  refunded_cents: number
}

/** Days (YYYY-MM-DD), both included, as they begin in the time zone (IANA). Sums count every event. */
export type PayoutRange = {
  from: string
  to: string
  zone: string
  events: readonly PayoutEventName[]
}

export const isInRange = (column: string): string => `
  ${column} >= cast(:from as date)::timestamp at time zone :zone
  and ${column} < (cast(:to as date) + 1)::timestamp at time zone :zone`

/** What the confirmed refunds before `this` operation left, in cents. */
const LEFT_BEFORE = `coalesce(
  (select min(target_cents) from financing_operation as earlier
    where earlier.application_id = this.application_id
      and earlier.kind in ('refund', 'partial-refund') and earlier.outcome = 'confirmed'
      and earlier.deleted_at is null and earlier.finished_at < this.finished_at),
  loan.financed_cents)`

/** A refund's amount in cents: what the refunds before `this` operation left, minus what it leaves. */
export const REFUND_CENTS = `(${LEFT_BEFORE} - coalesce(this.target_cents, 0))`

/** What the service paid out, which can differ from the applied-for amount. */
export const PAID_OUT_CENTS = "coalesce(paid_out_cents, financed_cents)"

const PAID_OUT_OR_NOTHING = `case when paid_out_at is null then 0 else ${PAID_OUT_CENTS} end`

/** The part of a refund that was paid out: the service deducts nothing else. */
const deductedCents = (leftBefore: string, leftAfter: string) =>
  `greatest(0, least(${leftBefore}, ${PAID_OUT_OR_NOTHING}) - ${leftAfter})`

const DEDUCTED_CENTS = deductedCents(LEFT_BEFORE, "coalesce(this.target_cents, 0)")

/** Staff counted an amount as not paid, which the service names no new token for and never paid out. */
export const IS_NOT_PAID = `(this.kind = 'partial-refund' and this.resolved_by is not null
  and this.new_token is null and (paid_out_at is null or ${DEDUCTED_CENTS} = 0))`

/** Of a refund that was taken back. */
const RETURNED = "cast(details ->> 'cents' as int)"
const LEFT = "cast(details ->> 'left_cents' as int)"
const ADDED_CENTS = deductedCents(LEFT, `(${LEFT} - ${RETURNED})`)

const SETTLES = "kind = 'settle' and outcome = 'confirmed' and deleted_at is null"
const CAPTURES = "what = 'capture-recorded' and deleted_at is null"
const REFUNDS = `kind in ('refund', 'partial-refund')
  and (outcome = 'confirmed' or error_code = 'taken_back') and deleted_at is null`

/** A loan's payment is requested once: by its first settle, or by the capture of a loan that was funded elsewhere. */
const EVENTS = `
  select 'requested' as event, finished_at as at, target_cents as cents, 0 as paid_out,
         application_id, id
    from financing_operation as this
   where ${SETTLES} and ${isInRange("finished_at")} and not exists (
     select 1 from financing_operation as earlier
      where earlier.application_id = this.application_id and ${SETTLES}
        and earlier.finished_at < this.finished_at)
  union all
  select 'requested', this.created_at, financed_cents, 0, application_id, this.id
    from financing_timeline_entry as this
    join financing_application as loan on loan.id = application_id
   where this.what = 'capture-recorded' and this.deleted_at is null
     and ${isInRange("this.created_at")}
     and not exists (select 1 from financing_operation where application_id = loan.id and ${SETTLES})
     and not exists (
       select 1 from financing_timeline_entry as earlier
        where earlier.application_id = loan.id and ${CAPTURES}
          and earlier.created_at < this.created_at)
  union all
  select 'paid-out', paid_out_at, ${PAID_OUT_CENTS}, ${PAID_OUT_CENTS}, id, id
    from financing_application
   where ${isInRange("paid_out_at")} and deleted_at is null
  union all
  select case when ${IS_NOT_PAID} then 'not-paid'
              when coalesce(target_cents, 0) = 0 then 'refunded' else 'partly-refunded' end,
         this.finished_at, -${REFUND_CENTS}, -${DEDUCTED_CENTS}, application_id, this.id
    from (select * from financing_operation
           where ${REFUNDS} and ${isInRange("finished_at")}) as this
    join financing_application as loan on loan.id = application_id
  union all
  select case when details ->> 'not_paid' = 'true' and ${ADDED_CENTS} = 0 then 'not-paid'
              else 'refund-taken-back' end,
         this.created_at, ${RETURNED}, ${ADDED_CENTS}, application_id, this.id
    from financing_timeline_entry as this
    join financing_application as loan on loan.id = application_id
   where what = 'refund-taken-back' and ${isInRange("this.created_at")} and this.deleted_at is null`

/**
 * Events of the environment in use: test purchases are not money. The limit makes Postgres look up each event's
 * application by its id; otherwise it reads all applications.
 */
const REPORT = `
  with events as (${EVENTS}), report as (
    select events.*, loan.order_id from events
     cross join lateral (
       select order_id from financing_application
        where id = events.application_id and environment = :environment and deleted_at is null
        limit 1) as loan)`

const PAGE = `${REPORT}
  select id, event, at, to_char(at at time zone :zone, 'YYYY-MM-DD') as day, cents, application_id,
         order_id, cast(count(*) over () as int) as count
    from report where event = any(:events)
   order by at, id limit :take offset :skip`

/** Medusa counts it: a refund of a loan that was never captured has no counterpart there. */
const IS_COUNTED = `event = 'requested' or event <> 'paid-out' and (
  exists (select 1 from financing_operation
           where application_id = report.application_id and ${SETTLES})
  or exists (select 1 from financing_timeline_entry
              where application_id = report.application_id and ${CAPTURES}))`

const DAYS = `${REPORT}
  select to_char(at at time zone :zone, 'YYYY-MM-DD') as day,
         cast(coalesce(sum(cents) filter (where ${IS_COUNTED}), 0) as float8)
           as requested_cents,
         cast(coalesce(sum(paid_out), 0) as float8) as paid_out_cents,
         cast(coalesce(sum(cents) filter (where event not in ('requested', 'paid-out', 'not-paid')), 0)
           as float8) as refunded_cents
    from report group by 1 order by 1`

/** `take: null` reads all. */
type Page = { take: number | null; skip: number }

const toValues = ({ options }: Context, { events, ...range }: PayoutRange) => ({
  ...range,
  events: [...events],
  environment: options.environment,
})

/** Reads events in order of time, and how many there are. */
export async function listPayoutEvents(
  context: Context,
  range: PayoutRange,
  page: Page
): Promise<{ events: PayoutEvent[]; count: number }> {
  const values = { ...toValues(context, range), ...page }
  type Row = PayoutEvent & { count: number }
  const { rows } = await context.knex.raw<{ rows: Row[] }>(PAGE, values)
  const events = rows.map(({ count: _, ...event }) => event)
  return { events, count: rows[0]?.count ?? 0 }
}

/** Reads the sums of each day with an event. */
export async function sumPayoutDays(context: Context, range: PayoutRange): Promise<PayoutDay[]> {
  const values = toValues(context, range)
  return (await context.knex.raw<{ rows: PayoutDay[] }>(DAYS, values)).rows
}
