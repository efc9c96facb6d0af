import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CallPace, paceOf } from "../../../domain/call-budget"

export type Budget = { name: string; pace: CallPace }

const rowOf = ({ name }: Budget) => `budget:${name}`

/** SQL for the calls left of the burst, between zero and `wanted`. */
const left = ({ wanted, burst, pace }: Record<"wanted" | "burst" | "pace", string>) =>
  `cast(greatest(0, least(${wanted}, floor(
    ${burst} + 0.000001
    - greatest(0, extract(epoch from budget.expires_at - now())) / ${pace}
  ))) as int)`

// Locks the rows in the order of their names to prevent deadlocks.
const GRANT = `
  with asked as (
    select * from unnest(cast(:rows as text[]), cast(:wanted as float8[]), cast(:bursts as float8[]),
      cast(:paces as float8[])) as one(id, wanted, burst, pace) order by id)
  insert into financing_lease as budget (id, holder, expires_at)
  select id, cast(least(wanted, burst) as text), now() + make_interval(secs => least(wanted, burst) * pace)
  from asked
  on conflict (id) do update set (holder, expires_at) = (
    select cast(granted as text),
      greatest(budget.expires_at, now()) + make_interval(secs => granted * pace)
    from asked
    cross join lateral (select ${left({ wanted: "wanted", burst: "burst", pace: "pace" })}) as one(granted)
    where asked.id = budget.id)
  returning id, cast(holder as int) as granted,
    cast(extract(epoch from expires_at - now()) as float8) as owed`

export type Grant = { granted: number; wait: number }

/**
 * Grants up to `wanted` calls from a budget that all processes share. One row holds it: `expires_at` is when the
 * budget is full again, and `holder` is the number of calls that the last statement granted. One statement with the
 * database's clock needs neither a wait nor a reset. `wait` is the seconds until one more call is granted, or 0.
 */
export async function grantFrom(knex: Knex, budget: Budget, wanted: number): Promise<Grant> {
  const [grant] = await grantFromEach(knex, [budget], wanted)
  return grant as Grant
}

/** Like `grantFrom`, for several budgets in order. */
export async function grantFromEach(
  knex: Knex,
  budgets: readonly Budget[],
  wanted: number
): Promise<Grant[]> {
  const { rows } = await knex.raw<{ rows: { id: string; granted: number; owed: number }[] }>(
    GRANT,
    {
      rows: budgets.map(rowOf),
      wanted: budgets.map(() => wanted),
      bursts: budgets.map(({ pace }) => pace.burst),
      paces: budgets.map(({ pace }) => pace.secondsPerCall),
    }
  )
  return budgets.map((budget) => {
    const { burst, secondsPerCall } = budget.pace
    const { granted, owed } = rows.find(({ id }) => id === rowOf(budget)) ?? { granted: 0, owed: 0 }
    return { granted, wait: Math.max(0, Math.ceil(owed - (burst - 1) * secondsPerCall)) }
  })
}

const LEFT_OF_ALL = left({
  wanted: "cast(:burst as float8)",
  burst: "cast(:burst as float8)",
  pace: "cast(:pace as float8)",
})

/** Reads how many calls would be granted now, and grants none. */
export async function readLeft(knex: Knex, budget: Budget): Promise<number> {
  const { burst, secondsPerCall } = budget.pace
  const { rows } = await knex.raw<{ rows: { left: number }[] }>(
    `select ${LEFT_OF_ALL} as left from financing_lease as budget where id = :row`,
    { row: rowOf(budget), burst, pace: secondsPerCall }
  )
  return rows[0]?.left ?? burst
}

export async function chargeBudget(knex: Knex, budget: Budget, calls: number): Promise<void> {
  await knex("financing_lease")
    .where({ id: rowOf(budget) })
    .update({
      expires_at: knex.raw("greatest(expires_at, now()) + make_interval(secs => ?)", [
        calls * budget.pace.secondsPerCall,
      ]),
    })
}

/** The budget of scheduled checks: all processes together stay within `perMinute`. */
export const checksBudget = (perMinute: number): Budget => ({
  name: "checks",
  pace: paceOf(perMinute),
})

/** Three quarters of that budget, for applications that are neither signed nor returned. */
export const othersBudget = (perMinute: number): Budget => ({
  name: "checks-of-others",
  pace: paceOf((perMinute * 3) / 4),
})
