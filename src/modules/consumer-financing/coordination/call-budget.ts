import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { paceOf } from "../../../domain/call-budget"
import { type Budget, grantFrom, readLeft, takeOff } from "./budget"

const checks = (perMinute: number): Budget => ({ name: "checks", pace: paceOf(perMinute) })

type Request = { wanted: number; perMinute: number }

/**
 * Grants up to `wanted` calls to the service, so that all processes together stay within `perMinute`
 * calls in any minute.
 */
export async function grantCalls(knex: Knex, { wanted, perMinute }: Request): Promise<number> {
  return (await grantFrom(knex, checks(perMinute), wanted)).granted
}

/** Takes calls off the budget that were made already. */
export async function spendCalls(
  knex: Knex,
  { calls, perMinute }: { calls: number; perMinute: number }
): Promise<void> {
  await takeOff(knex, checks(perMinute), calls)
}

/** What the budget allows a minute and at once, and how many calls of the latter are left. */
export type CallsLeft = { calls_per_minute: number; at_once: number; left: number }

export async function readCallsLeft(knex: Knex, perMinute: number): Promise<CallsLeft> {
  const budget = checks(perMinute)
  const left = await readLeft(knex, budget)
  return { calls_per_minute: perMinute, at_once: budget.pace.burst, left }
}
