import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { paceOf } from "../../../domain/call-budget"
import { type Budget, grantFrom, takeOff } from "./budget"

const looks = (perMinute: number): Budget => ({ name: "looks", pace: paceOf(perMinute) })

type Request = { wanted: number; perMinute: number }

/**
 * Grants up to `wanted` calls to the service, so that all processes together stay within `perMinute`
 * calls in any minute.
 */
export async function grantCalls(knex: Knex, { wanted, perMinute }: Request): Promise<number> {
  return (await grantFrom(knex, looks(perMinute), wanted)).granted
}

/** Takes calls off the budget that were made already. */
export async function spendCalls(
  knex: Knex,
  { calls, perMinute }: { calls: number; perMinute: number }
): Promise<void> {
  await takeOff(knex, looks(perMinute), calls)
}
