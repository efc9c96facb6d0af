import type { Environment } from "../../../options/options"
import type { Context } from "../context"

/** How many there are, what they come to in cents, and since when the oldest waits (ISO). */
export type Pile = { count: number; cents: number; oldest_at: string | null }

/** Ages of what waits for shipment, in days: up to one, three, seven, and more. */
export const AGES = ["0-1", "2-3", "4-7", ">7"] as const
export type Age = (typeof AGES)[number]

/** What a merchant wants to know every morning. Amounts in cents. */
export type Overview = {
  to_do: Record<"ship" | "decide" | "sign_again" | "in_review" | "expiring", Pile>
  money: {
    /** Requested and not paid out yet. */
    requested: Pile
    paid_out_week: Pile
    refunded_month: Pile
    ageing: Record<Age, Pile>
    /** Median from the request to the payment, of the last ones; null where too few were paid out. */
    seconds_to_payout: number | null
  }
  /** Of the applications of the last thirty days. */
  funnel: {
    chosen: number
    applied: number
    approved: number
    signed: number
    shipped: number
    declined: number
    walked_away: number
    not_offered: number
    /** Median from choosing financing to the signature; null where nobody signed. */
    seconds_to_sign: number | null
  }
  /** By day (YYYY-MM-DD) in the zone that was asked for, of the last thirty days; days without are left out. */
  paid_out: { day: string; count: number; cents: number }[]
  last_postback_at: string | null
}

/** Hours before its limit from which an application counts as expiring. */
const EXPIRING = 24

type PileRow = { pile: string; count: number; cents: number; oldest: Date | string | null }

const LIVE = "deleted_at is null"
/** What was bought for a test is no money. */
const REAL = `${LIVE} and environment = :environment`

/** Each pile is one range of an index of few rows: nothing is read of what is over. */
const PILES = `
  with open as (
    select id, kind, state, code, order_id, financed_cents - refunded_cents as cents, created_at, ready_at,
           review_reason is not null as blocked
      from financing_application
     where ${REAL} and state in ('created', 'awaiting-customer', 'under-review', 'ready-to-settle',
                                 'settling', 'needs-attention')
  ), ship as (
    select cents, coalesce(ready_at, created_at) as since,
           extract(epoch from now() - coalesce(ready_at, created_at)) / 86400 as days
      from open where state = 'ready-to-settle' and order_id is not null and not blocked
  ), piles as (
    select 'ship' as pile, cents, since from ship
    union all select case when days < 2 then '0-1' when days < 4 then '2-3'
                          when days < 8 then '4-7' else '>7' end, cents, since from ship
    union all select 'in_review', cents, created_at from open where state = 'under-review'
    union all select 'requested', cents, coalesce(ready_at, created_at) from open
               where state = 'settling'
    union all select 'sign_again', cents, created_at from open where code = 'B'
    union all select 'expiring', cents, created_at from open
               where order_id is null and kind <> 'lost'
                 and ((state = 'awaiting-customer'
                       and created_at < now() - (cast(:unsigned as float8) - ${EXPIRING}) * interval '1 hour')
                   or (state = 'ready-to-settle'
                       and ready_at < now() - (cast(:unused as float8) - ${EXPIRING}) * interval '1 hour'))
    union all select 'decide', financed_cents, created_at from financing_review_case
               where ${LIVE} and acknowledged_at is null
    union all select 'paid_out_week', financed_cents, paid_out_at from financing_application
               where ${REAL} and paid_out_at > now() - interval '7 days'
    union all select 'refunded_month', (details ->> 'cents')::bigint, entry.created_at
                from financing_timeline_entry as entry
                join financing_application on financing_application.id = application_id
               where entry.${LIVE} and what in ('refunded', 'partly-refunded')
                 and entry.created_at > now() - interval '30 days'
                 and environment = :environment
  )
  select pile, cast(count(*) as int) as count, cast(sum(cents) as float8) as cents,
         min(since) as oldest
    from piles group by pile`

const FUNNEL = `
  select to_json(row) as funnel from (
  select count(*) as chosen,
         count(*) filter (where code is not null and code <> 'P') as applied,
         count(*) filter (where approved_at is not null or ready_at is not null) as approved,
         count(*) filter (where ready_at is not null) as signed,
         count(*) filter (where settled) as shipped,
         count(*) filter (where state = 'declined') as declined,
         count(*) filter (where ready_at is null and code is not null
                            and state in ('cancelled', 'expired')) as walked_away,
         count(*) filter (where state = 'cancelled' and code is null) as not_offered,
         round(percentile_cont(0.5) within group (order by extract(epoch from ready_at - created_at))
           filter (where ready_at is not null)) as seconds_to_sign
    from financing_application
   where ${REAL} and kind <> 'lost' and created_at > now() - interval '30 days') row`

const PAID_OUT = `
  select to_char(paid_out_at at time zone :zone, 'YYYY-MM-DD') as day,
         cast(count(*) as int) as count, cast(sum(financed_cents) as float8) as cents
    from financing_application
   where ${REAL} and paid_out_at > now() - interval '30 days'
   group by 1 order by 1`

/** As few as a usual time can be told of, and as many as it is told of. */
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

type Asked = {
  zone: string
  environment: Environment
  limits: { unsignedHours: number; unusedHours: number }
}

/** In five statements, of which none reads what is over and older than thirty days. */
export async function readOverview(
  context: Context,
  { zone, environment, limits }: Asked
): Promise<Overview> {
  const ask = async <Row>(statement: string, values: Record<string, string | number> = {}) =>
    (await context.knex.raw<{ rows: Row[] }>(statement, { environment, ...values })).rows
  const [piles, [counted], paid_out, [payouts], [last]] = await Promise.all([
    ask<PileRow>(PILES, { unsigned: limits.unsignedHours, unused: limits.unusedHours }),
    ask<Pick<Overview, "funnel">>(FUNNEL),
    ask<Overview["paid_out"][number]>(PAID_OUT, { zone }),
    ask<{ seconds: number | null }>(TO_PAYOUT),
    ask<{ at: Date | null }>(LAST_POSTBACK),
  ])
  const found = new Map(piles.map(({ pile, ...row }) => [pile, row]))
  const pileOf = (name: string): Pile => {
    const { count = 0, cents = 0, oldest } = found.get(name) ?? {}
    return { count, cents, oldest_at: oldest ? new Date(oldest).toISOString() : null }
  }
  const pilesOf = <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, pileOf(name)])) as Record<Name, Pile>
  return {
    to_do: pilesOf("ship", "decide", "sign_again", "in_review", "expiring"),
    money: {
      ...pilesOf("requested", "paid_out_week", "refunded_month"),
      ageing: pilesOf(...AGES),
      seconds_to_payout: payouts?.seconds ?? null,
    },
    // Without a group the statement always has a row.
    ...(counted as Pick<Overview, "funnel">),
    paid_out,
    last_postback_at: last?.at ? new Date(last.at).toISOString() : null,
  }
}
