import type { Context } from "../context"
import { IS_NOT_PAID, PAID_OUT_CENTS, REFUND_CENTS } from "./read-payout-report"

/** A count, its sum in cents, and the age of the oldest (ISO). */
type Pile = { count: number; cents: number; oldest_at: string | null }

/** Days since the signature of orders without a requested payment: up to one, three, seven, and more. */
const AGES = ["0-1", "2-3", "4-7", ">7"] as const

/** Applications of the selected days. */
type Funnel = {
  chosen: number
  applied: number
  approved: number
  signed: number
  shipped: number
  declined: number
  walked_away: number
  not_offered: number
  /** Median from choosing financing to the signature; null if nothing was signed. */
  seconds_to_sign: number | null
}

const EXPIRING = 24

/** Conditions of the tasks, used to count and to list their applications. */
const CONDITIONS = {
  ship: "id = any(:unshipped)",
  balance: "id = any(:unbalanced)",
  request_payment: "id = any(:shipped)",
  in_review: "state = 'under-review'",
  requested: "state = 'settling' and settled",
  sign_again: "code = 'B'",
  expiring: `order_id is null and kind <> 'lost'
    and ((state = 'awaiting-customer'
          and created_at < now() - (cast(:unsigned as float8) - ${EXPIRING}) * interval '1 hour')
      or (state = 'ready-to-settle'
          and ready_at < now() - (cast(:unused as float8) - ${EXPIRING}) * interval '1 hour'))`,
} as const
export type TaskName = keyof typeof CONDITIONS
/**
 * `shipped`: signed applications whose orders have shipped, and whose payment staff should request. `unshipped`:
 * signed or paid ones whose goods may leave. `unbalanced`: paid ones whose orders are to be refunded or collected.
 */
export type Shipping = { shipped: string[]; unshipped: string[]; unbalanced: string[] }
export type Task = { name: TaskName; shipping: Shipping }
export const TASK_NAMES = Object.keys(CONDITIONS) as [TaskName, ...TaskName[]]
/** What is requested waits for the service. */
const TO_DO = TASK_NAMES.filter((name) => name !== "requested")

type PileRow = { pile: string; count: number; cents: number; oldest: Date | string | null }

const LIVE = "deleted_at is null"
const SINCE = "now() - cast(:days as float8) * interval '1 day'"
/** Test purchases are not money. */
const REAL = `${LIVE} and environment = :environment`

/** Confirmed refunds, without those that were taken back and amounts that were never paid. */
const REFUNDS = `
  select this.finished_at, application_id, ${REFUND_CENTS} as cents
    from financing_operation as this
    join financing_application as loan on loan.id = application_id and loan.${LIVE}
   where this.${LIVE} and this.kind in ('refund', 'partial-refund') and outcome = 'confirmed'
     and environment = :environment and not ${IS_NOT_PAID}`

/** Each pile scans one range of a small index, never finished records. */
const PILES = `
  with open as (
    select id, kind, state, code, order_id, financed_cents - refunded_cents as cents, created_at, ready_at,
           review_reason, settled, seen_purchase_state
      from financing_application
     where ${REAL} and (state in ('created', 'awaiting-customer', 'under-review',
                                  'ready-to-settle', 'settling', 'needs-attention')
                        or id = any(:unshipped) or id = any(:unbalanced))
  ), ship as (
    select cents, coalesce(ready_at, created_at) as since from open where ${CONDITIONS.ship}
  ), signed as (
    select cents, coalesce(ready_at, created_at) as since,
           extract(epoch from now() - coalesce(ready_at, created_at)) / 86400 as days
      from open where state = 'ready-to-settle' and order_id is not null
                  and coalesce(seen_purchase_state, '') <> 'cancelled-order'
  ), piles as (
    select 'ship' as pile, cents, since from ship
    union all select case when days < 2 then '0-1' when days < 4 then '2-3'
                          when days < 8 then '4-7' else '>7' end, cents, since from signed
    union all select 'balance', cents, created_at from open where ${CONDITIONS.balance}
    union all select 'in_review', cents, created_at from open where ${CONDITIONS.in_review}
    union all select 'request_payment', cents, created_at from open
               where ${CONDITIONS.request_payment}
    union all select 'requested', cents, coalesce(ready_at, created_at) from open
               where ${CONDITIONS.requested}
    union all select 'sign_again', cents, created_at from open where ${CONDITIONS.sign_again}
    union all select 'expiring', cents, created_at from open where ${CONDITIONS.expiring}
    union all select 'decide', case when environment <> :environment then 0 else
                       1.0 * one.financed_cents / count(*) over (partition by application_id) end,
                     one.created_at
                from financing_review_case as one
                join financing_application as loan on loan.id = application_id
               where one.${LIVE} and acknowledged_at is null
    union all select 'paid_out', ${PAID_OUT_CENTS}, paid_out_at from financing_application
               where ${REAL} and paid_out_at > ${SINCE}
    union all select 'refunded', sum(refund.cents), min(refund.finished_at)
                from (${REFUNDS}) as refund where finished_at > ${SINCE}
               group by application_id
  )
  select pile, cast(count(*) as int) as count, cast(round(sum(cents)) as float8) as cents,
         min(since) as oldest
    from piles group by pile`

const FUNNEL = `
  select to_json(row) as funnel from (
  select count(*) as chosen,
         count(*) filter (where code is not null and code <> 'P') as applied,
         count(*) filter (where approved_at is not null or ready_at is not null) as approved,
         count(*) filter (where ready_at is not null) as signed,
         count(*) filter (where settled or state = 'refunded' or exists (
           select 1 from financing_operation where application_id = financing_application.id
              and kind = 'settle' and outcome = 'confirmed')) as shipped,
         count(*) filter (where state = 'declined') as declined,
         count(*) filter (where ready_at is null and code is not null
                            and state in ('cancelled', 'expired')) as walked_away,
         count(*) filter (where state = 'cancelled' and code is null) as not_offered,
         round(percentile_cont(0.5) within group (order by extract(epoch from ready_at - created_at))
           filter (where ready_at is not null)) as seconds_to_sign
    from financing_application
   where ${REAL} and kind <> 'lost' and created_at > ${SINCE}) row`

const PAID_OUT = `
  select to_char(paid_out_at at time zone :zone, 'YYYY-MM-DD') as day,
         cast(count(*) as int) as count, cast(sum(${PAID_OUT_CENTS}) as float8) as cents
    from financing_application
   where ${REAL} and paid_out_at > ${SINCE}
   group by 1 order by 1`

const DECLINES = `
  select coalesce(nullif(code_message, ''), code, '–') as reason, cast(count(*) as int) as count
    from financing_application
   where ${REAL} and state = 'declined' and created_at > ${SINCE}
   group by 1 order by 2 desc, 1 limit 5`

/** Minimum and maximum number of payouts for the median. */
const PAYOUTS = { least: 5, most: 100 }

const TO_PAYOUT = `
  with paid as (
    select id, paid_out_at from financing_application
     where ${REAL} and paid_out_at > now() - interval '90 days'
     order by paid_out_at desc limit ${PAYOUTS.most}
  ), waits as (
    select extract(epoch from paid_out_at - settle.finished_at) as seconds
      from paid cross join lateral (
        select min(finished_at) as finished_at from financing_operation
         where ${LIVE} and application_id = paid.id and kind = 'settle' and outcome = 'confirmed'
      ) as settle
     where settle.finished_at is not null
  )
  select case when count(*) >= ${PAYOUTS.least} then round(
           percentile_cont(0.5) within group (order by greatest(seconds, 0))) end as seconds
    from waits`

const LAST_POSTBACK = `select max(created_at) as at from financing_postback where ${LIVE}`

/** The values that the conditions name. */
function valuesOf({ options }: Context, shipping: Shipping) {
  const { environment, timeLimits } = options
  const { unsignedHours: unsigned, unusedHours: unused } = timeLimits
  return { environment, unsigned, unused, ...shipping }
}

export async function findApplicationsOfTask(
  context: Context,
  { name, shipping }: Task
): Promise<string[]> {
  const statement = `select id from financing_application where ${REAL} and ${CONDITIONS[name]}`
  const values = valuesOf(context, shipping)
  const { rows } = await context.knex.raw<{ rows: { id: string }[] }>(statement, values)
  return rows.map(({ id }) => id)
}

/**
 * Reads the merchant's daily overview. Amounts in cents; days (YYYY-MM-DD) follow the time zone (IANA). Uses six
 * statements, none of which reads finished records from before the selected days.
 */
export async function readOverview(
  context: Context,
  { zone, days, shipping }: { zone: string; days: number; shipping: Shipping }
) {
  const values = { ...valuesOf(context, shipping), zone, days }
  const ask = async <Row>(statement: string) =>
    (await context.knex.raw<{ rows: Row[] }>(statement, values)).rows
  const [piles, [counted], paid_out, [payouts], [last], declines] = await Promise.all([
    ask<PileRow>(PILES),
    ask<{ funnel: Funnel }>(FUNNEL),
    ask<{ day: string; count: number; cents: number }>(PAID_OUT),
    ask<{ seconds: number | null }>(TO_PAYOUT),
    ask<{ at: Date | null }>(LAST_POSTBACK),
    ask<{ reason: string; count: number }>(DECLINES),
  ])
  const found = new Map(piles.map(({ pile, ...row }) => [pile, row]))
  const pileOf = (name: string): Pile => {
    const { count = 0, cents = 0, oldest } = found.get(name) ?? {}
    return { count, cents, oldest_at: oldest ? new Date(oldest).toISOString() : null }
  }
  const pilesOf = <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, pileOf(name)])) as Record<Name, Pile>
  return {
    to_do: pilesOf("decide", ...TO_DO),
    money: {
      /** `requested`: and not paid out yet. */
      ...pilesOf("requested", "paid_out", "refunded"),
      ageing: pilesOf(...AGES),
      /** Median of recent payouts, from request to payment; null where too few were paid out. */
      seconds_to_payout: payouts?.seconds ?? null,
    },
    // Without a group the statement always returns a row.
    ...(counted as { funnel: Funnel }),
    /** Days without payouts are omitted. */
    paid_out,
    /** The service's own reasons for declines, most frequent first. */
    declines,
    last_postback_at: last?.at ? new Date(last.at).toISOString() : null,
  }
}
