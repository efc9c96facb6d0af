import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ENDED_STATES, PAID_OUT_STATES } from "../../domain/application-state"
import type { Context } from "./context"
import { KEPT_HAPPENINGS } from "./events"

const AT_ONCE = 500

/** Maximum number of statements per kind and run; the next run continues. */
const MOST_STATEMENTS = 40

/** Applications without a scheduled check, a review case or an unfinished operation. */
const AT_REST = `application_id in (
  select a.id from financing_application a
  where a.next_check_at is null and a.review_reason is null and a.state = any(:atRest)
    and not exists (select 1 from financing_operation o
      where o.application_id = a.id and o.outcome in ('intended', 'in-doubt'))
)`

const OLD = "created_at < now() - make_interval(days => :days)"

const POSTBACKS = `delete from financing_postback where id in (
  select id from financing_postback
  where ${OLD} and processed_at is not null and ${AT_REST} limit ${AT_ONCE})`

const TIMELINE = `delete from financing_timeline_entry where id in (
  select id from financing_timeline_entry
  where ${OLD} and what <> all(:kept) and ${AT_REST} limit ${AT_ONCE})`

/** Full budgets, and leases and rerun requests that expired a day ago. */
const LEASES = `delete from financing_lease where id in (
  select id from financing_lease
  where expires_at < now() - interval '1 day' or (id like 'budget:%' and expires_at < now())
  limit ${AT_ONCE} for update skip locked)`

type Cleared = { postbacks: number; timeline: number; leases: number }

/**
 * Deletes postbacks and timeline entries older than the option `retentionDays`, in batches. Open applications,
 * tokens, the journal and entries about money are kept for good.
 */
export async function clearOldRecords({ knex, options }: Context): Promise<Cleared> {
  const values = {
    days: options.retentionDays,
    atRest: [...ENDED_STATES, ...PAID_OUT_STATES],
    kept: [...KEPT_HAPPENINGS],
  }
  return {
    postbacks: await inBatches(knex, POSTBACKS, values),
    timeline: await inBatches(knex, TIMELINE, values),
    leases: await inBatches(knex, LEASES, {}),
  }
}

async function inBatches(knex: Knex, statement: string, values: object): Promise<number> {
  let removed = 0
  for (let count = 0; count < MOST_STATEMENTS; count += 1) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(statement, { ...values })
    removed += rowCount
    if (rowCount < AT_ONCE) break
  }
  return removed
}
