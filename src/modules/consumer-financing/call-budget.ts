import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { paceOf } from "../../domain/call-budget"

/**
 * One row holds the budget of all processes together: the moment at which it will be even again
 * (`expires_at`), and in `holder` how many calls the last statement granted.
 */
const ROW = "budget:looks"

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
  returning cast(holder as int) as granted`

type Request = { wanted: number; perMinute: number }

/**
 * Grants up to `wanted` calls to the service, so that all processes together stay within `perMinute`
 * calls in any minute. One statement with the database's clock: nobody waits, nothing is held.
 */
export async function grantCalls(knex: Knex, { wanted, perMinute }: Request): Promise<number> {
  const { burst, secondsPerCall } = paceOf(perMinute)
  const first = Math.min(wanted, burst)
  const { rows } = await knex.raw<{ rows: { granted: number }[] }>(GRANT, {
    row: ROW,
    first,
    wanted,
    burst,
    pace: secondsPerCall,
  })
  return rows[0]?.granted ?? 0
}

/** Takes calls off the budget that were made already: it is even again that much later. */
export async function spendCalls(
  knex: Knex,
  { calls, perMinute }: { calls: number; perMinute: number }
): Promise<void> {
  const { secondsPerCall } = paceOf(perMinute)
  await knex("financing_lease")
    .where({ id: ROW })
    .update({
      expires_at: knex.raw("greatest(expires_at, now()) + make_interval(secs => ?)", [
        calls * secondsPerCall,
      ]),
    })
}
