import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { BETWEEN_CHECKS, CHECKS_IN_AN_HOUR, SCHEDULES_IN_AN_HOUR } from "../../../domain/visit-pace"
import { grantFrom } from "./budget"

/**
 * What one visit of an application's return address may lead to. `wait` is the seconds until a status check is
 * granted again; null where that takes longer than anybody waits.
 */
export type Visit =
  { mayCheck: true; beginsSchedule: boolean } | { mayCheck: false; wait: number | null }

/**
 * Counts one visit, across processes. Whoever knows a return address may open it as often as they like:
 * the service is asked once in five seconds, and 30 times an hour, for each application.
 */
export async function takeVisit(knex: Knex, applicationId: string): Promise<Visit> {
  const grant = (what: string, pace: typeof BETWEEN_CHECKS) =>
    grantFrom(knex, { name: `visit-${what}:${applicationId}`, pace }, 1)
  const next = await grant("check", BETWEEN_CHECKS)
  if (next.granted === 0) {
    return { mayCheck: false, wait: next.wait }
  }
  if ((await grant("hour", CHECKS_IN_AN_HOUR)).granted === 0) {
    return { mayCheck: false, wait: null }
  }
  const schedule = await grant("schedule", SCHEDULES_IN_AN_HOUR)
  return { mayCheck: true, beginsSchedule: schedule.granted === 1 }
}
