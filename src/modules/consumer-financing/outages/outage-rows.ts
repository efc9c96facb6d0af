import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Environment } from "../../../options/options"
import type { OutageCause } from "../../../domain/outage-causes"

/** From which failure on, and after how many seconds of nothing but failures, a silent service is an alarm. */
const FAILURES = 3
const SECONDS = 60
/** Seconds between two questions whether it is over, of all servers together. */
const PROBED_EVERY = 50

const TABLE = "financing_outage"
const TURNED_AWAY = "financing_turned_away"

export type OutageRow = {
  id: Environment
  cause: OutageCause
  since: Date
  failures: number
  raised_at: Date | null
}

/** What could not be financed since it began. */
export type Loss = { shoppers: number; cents: number }

/** A failure more. `isOverdue`: it is no alarm yet, and by the count of failures should be one. */
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

/** Makes an alarm of it; the row where this was the one that did. */
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

/** It is over: the row that there was, with what it cost. */
export async function end(
  knex: Knex,
  id: Environment,
  causes: readonly OutageCause[]
): Promise<(OutageRow & Loss) | null> {
  const rows = await knex<OutageRow>(TABLE)
    .where({ id })
    .whereIn("cause", [...causes])
    .delete()
    .returning("*")
  if (!rows[0]) return null
  const loss = await readLoss(knex, rows[0])
  await knex(TURNED_AWAY).where({ environment: id }).delete()
  return { ...rows[0], ...loss }
}

/** Those that are alarms. */
export async function listRaised(knex: Knex): Promise<OutageRow[]> {
  return await knex<OutageRow>(TABLE).whereNotNull("raised_at").orderBy("raised_at")
}

/** Those that nobody asked about just now: whoever gets one asks. */
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

/** A purchase counts once, with what it came to last. */
export async function noteTurnedAway(
  knex: Knex,
  environment: Environment,
  { purchaseId, cents }: { purchaseId: string; cents: number }
): Promise<void> {
  await knex(TURNED_AWAY)
    .insert({
      id: generateEntityId(undefined, "finaway"),
      environment,
      purchase_id: purchaseId,
      amount_cents: cents,
    })
    .onConflict(knex.raw("(environment, purchase_id) where deleted_at is null"))
    .merge({ amount_cents: cents, updated_at: knex.fn.now() })
}

export async function readLoss(
  knex: Knex,
  { id, since }: Pick<OutageRow, "id" | "since">
): Promise<Loss> {
  const [row] = await knex(TURNED_AWAY)
    .where({ environment: id })
    .where("updated_at", ">=", since)
    .select<{ shoppers: string; cents: string }[]>(
      knex.raw("count(*) as shoppers, coalesce(sum(amount_cents), 0) as cents")
    )
  return { shoppers: Number(row?.shoppers ?? 0), cents: Number(row?.cents ?? 0) }
}
