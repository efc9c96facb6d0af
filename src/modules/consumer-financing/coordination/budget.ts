import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CallPace } from "../../../domain/call-budget"

export type Budget = { name: string; pace: CallPace }

const rowOf = ({ name }: Budget) => `budget:${name}`

/** What is left of the burst, never more than wanted and never less than nothing. */
const LEFT = `cast(greatest(0, least(cast(:wanted as float8), floor(
  cast(:burst as float8) + 0.000001
  - greatest(0, extract(epoch from financing_lease.expires_at - now())) / cast(:pace as float8)
))) as int)`

const after = (calls: string) => `make_interval(secs => ${calls} * cast(:pace as float8))`

const GRANT = `
  insert into financing_lease (id, holder, expires_at)
  values (:row, cast(:first as text), now() + ${after("cast(:first as float8)")})
  on conflict (id) do update set
    holder = cast(${LEFT} as text),
    expires_at = greatest(financing_lease.expires_at, now()) + ${after(LEFT)}
  returning cast(holder as int) as granted,
    cast(extract(epoch from expires_at - now()) as float8) as owed`

/**
 * Grants up to `wanted` calls from a budget that all processes share. One row holds it: the moment at
 * which it will be even again (`expires_at`), and in `holder` how many calls the last statement
 * granted. One statement with the database's clock: nobody waits, nothing is held, nothing has to be
 * reset. `wait` is the seconds until one more call is granted, 0 when one is at once.
 */
export async function grantFrom(
  knex: Knex,
  budget: Budget,
  wanted: number
): Promise<{ granted: number; wait: number }> {
  const { burst, secondsPerCall } = budget.pace
  const { rows } = await knex.raw<{ rows: { granted: number; owed: number }[] }>(GRANT, {
    row: rowOf(budget),
    first: Math.min(wanted, burst),
    wanted,
    burst,
    pace: secondsPerCall,
  })
  const { granted = 0, owed = 0 } = rows[0] ?? {}
  return { granted, wait: Math.max(0, Math.ceil(owed - (burst - 1) * secondsPerCall)) }
}

/** How many calls would be granted now: read, and granted to nobody. */
export async function readLeft(knex: Knex, budget: Budget): Promise<number> {
  const { burst, secondsPerCall } = budget.pace
  const { rows } = await knex.raw<{ rows: { left: number }[] }>(
    `select ${LEFT} as left from financing_lease where id = :row`,
    { row: rowOf(budget), wanted: burst, burst, pace: secondsPerCall }
  )
  return rows[0]?.left ?? burst
}

/** Takes calls off the budget that were made already: it is even again that much later. */
export async function takeOff(knex: Knex, budget: Budget, calls: number): Promise<void> {
  await knex("financing_lease")
    .where({ id: rowOf(budget) })
    .update({
      expires_at: knex.raw("greatest(expires_at, now()) + make_interval(secs => ?)", [
        calls * budget.pace.secondsPerCall,
      ]),
    })
}

/** Rows removed at a time. */
const FORGOTTEN_AT_ONCE = 20

/** A budget that is even again needs no row. Rows that somebody is drawing on are left alone. */
export async function forgetEvenBudgets(knex: Knex): Promise<void> {
  await knex.raw(
    `delete from financing_lease where id in (
       select id from financing_lease
       where id like 'budget:%' and expires_at < now()
       limit ${FORGOTTEN_AT_ONCE} for update skip locked
     )`
  )
}
