import { ENDED_STATES } from "../../../domain/application-state"
import type { Environment } from "../../../options/options"
import type { Context } from "../context"

/** What is under way in one environment of the service. */
export type OpenApplications = {
  /** Neither over nor paid out. */
  open: number
  /** Of those, the ones whose customer has signed, and the ones that an order stands on. */
  signed: number
  with_order: number
}

type Row = { environment: Environment; open: string; signed: string; with_order: string }

const NONE: OpenApplications = { open: 0, signed: 0, with_order: 0 }

/** Counted in one statement, for whoever is about to switch, or has switched. */
export async function countOpen(context: Context): Promise<Record<Environment, OpenApplications>> {
  const over = [...ENDED_STATES, "funded", "partly-refunded"]
  const { rows } = await context.knex.raw<{ rows: Row[] }>(
    `select environment, count(*) as open, count(order_id) as with_order,
            count(*) filter (where state in ('ready-to-settle', 'settling')) as signed
     from financing_application
     where deleted_at is null and not state = any(?) group by environment`,
    [over]
  )
  const of = (environment: Environment): OpenApplications => {
    const row = rows.find((one) => one.environment === environment)
    return row ? { open: +row.open, signed: +row.signed, with_order: +row.with_order } : NONE
  }
  return { staging: of("staging"), production: of("production") }
}
