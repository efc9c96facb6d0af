import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Environment } from "../../../options/options"
import type { OutageCause } from "../../../domain/health"

/** Failures, and seconds without a success, after which an unreachable service raises an alarm. */
const FAILURES = 3
const SECONDS = 60
/** Seconds between two probes, across all servers. */
const PROBED_EVERY = 50

const TABLE = "financing_outage"

export type OutageRow = {
  id: Environment
  cause: OutageCause
  since: Date
  failures: number
  raised_at: Date | null
  /** Lost sales since the outage began: shoppers, and the sum of their purchases. */
  shoppers: number
  cents: number
}

/** A purchase that cannot be financed, in cents. */
export type LostSale = { purchaseId: string; cents: number }

/** Counts a failure. `isOverdue`: enough failures for an alarm, but none is raised yet. */
export async function countFailure(
  knex: Knex,
  id: Environment,
  cause: OutageCause
): Promise<{ isOverdue: boolean }> {
  const { rows } = await knex.raw<{ rows: { is_overdue: boolean }[] }>(
    `insert into ${TABLE} as known (id, cause, since, failures)
     values (:id, :cause, now(), 1)
     on conflict (id) do update set
       failures = known.failures + 1, updated_at = now(),
       cause = case when known.cause = 'refused-credentials' then known.cause else excluded.cause end
     returning raised_at is null and
       (cause = 'refused-credentials'
         or (failures >= :failures and since <= now() - make_interval(secs => :seconds))) as is_overdue`,
    { id, cause, failures: FAILURES, seconds: SECONDS }
  )
  return { isOverdue: rows[0]?.is_overdue === true }
}

/** Raises the alarm; returns the row only to the caller that raised it. */
export async function raise(
  knex: Knex,
  id: Environment,
  cause: OutageCause
): Promise<OutageRow | null> {
  const { rows } = await knex.raw<{ rows: OutageRow[] }>(
    `insert into ${TABLE} as known (id, cause, since, failures, raised_at)
     values (:id, :cause, now(), 1, now())
     on conflict (id) do update set cause = excluded.cause, raised_at = now(), updated_at = now()
       where known.raised_at is null
     returning *`,
    { id, cause }
  )
  return rows[0] ?? null
}

/** Deletes the row and returns it with the lost sales. */
export async function end(
  knex: Knex,
  id: Environment,
  causes: readonly OutageCause[]
): Promise<OutageRow | null> {
  const rows = await knex<OutageRow>(TABLE)
    .where({ id })
    .whereIn("cause", [...causes])
    .delete()
    .returning("*")
  return rows[0] ?? null
}

export async function listRaised(knex: Knex): Promise<OutageRow[]> {
  return await knex<OutageRow>(TABLE).whereNotNull("raised_at").orderBy("raised_at")
}

/** Claims the environments that no server probed recently; the caller probes them. */
export async function claimProbes(knex: Knex): Promise<Environment[]> {
  const { rows } = await knex.raw<{ rows: { id: Environment }[] }>(
    `update ${TABLE} set probed_at = now()
     where raised_at is not null
       and coalesce(probed_at, raised_at - interval '1 hour') < now() - make_interval(secs => ?)
     returning id`,
    [PROBED_EVERY]
  )
  return rows.map(({ id }) => id)
}

/** A lease marks each counted purchase, so that a storefront's repeated request is not counted again. */
const RECORD_LOST_SALE = `
  with counted as (
    insert into financing_lease (id, holder, expires_at)
    select concat_ws(':', 'lost-sale', id, extract(epoch from since), cast(:purchaseId as text)),
      'lost-sale', now() + interval '7 days'
    from ${TABLE} where id = :id
    on conflict (id) do nothing returning id)
  update ${TABLE} set shoppers = shoppers + 1, updated_at = now(),
    cents = least(cast(cents as bigint) + :cents, 2147483647)
  where id = :id and exists (select 1 from counted)`

/** Counts a purchase once per outage. */
export async function recordLostSale(knex: Knex, id: Environment, sale: LostSale): Promise<void> {
  await knex.raw(RECORD_LOST_SALE, { id, ...sale })
}
