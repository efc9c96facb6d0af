import { APPLICATION_STATES, type ApplicationState } from "../../../domain/application-state"
import type { Context } from "../context"

/** How many applications there are of each state, and what they add up to in cents. */
export type ApplicationSummary = {
  states: Record<ApplicationState, { count: number; financed_cents: number }>
  needs_attention: number
  refunded_cents: number
}

type Row = {
  state: ApplicationState
  count: string
  financed: string
  refunded: string
  asking: string
}

/** Counted in one statement. Postgres answers sums as text, since they may be larger than a number. */
export async function summarizeApplications(context: Context): Promise<ApplicationSummary> {
  const { rows } = await context.knex.raw<{ rows: Row[] }>(
    `select state, count(*) as count, sum(financed_cents) as financed,
            sum(refunded_cents) as refunded, count(review_reason) as asking
     from financing_application where deleted_at is null group by state`
  )
  const byState = new Map(rows.map((row) => [row.state, row]))
  const states = APPLICATION_STATES.map((state) => {
    const { count = 0, financed = 0 } = byState.get(state) ?? {}
    return [state, { count: Number(count), financed_cents: Number(financed) }]
  })
  const sum = (of: (row: Row) => string) => rows.reduce((total, row) => total + Number(of(row)), 0)
  return {
    states: Object.fromEntries(states) as ApplicationSummary["states"],
    needs_attention: sum(({ asking }) => asking),
    refunded_cents: sum(({ refunded }) => refunded),
  }
}
