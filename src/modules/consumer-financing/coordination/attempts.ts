import { AsyncLocalStorage } from "node:async_hooks"
import { createHmac } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Budget, grantFrom, grantFromEach, takeOff } from "./budget"
import type { Context } from "../context"
import { BETWEEN_CHECKS, CHECKS_IN_AN_HOUR, SCHEDULES_IN_AN_HOUR } from "../../../domain/visit-pace"

export type Attempt = {
  /** Who attempts what: a cart, a client's address. Only a keyed hash of it is kept. */
  whose: string
  /** So many at once, regained evenly over so many seconds. */
  calls: number
  seconds: number
}

/**
 * Counts one attempt under each of these names, across processes: null when it may be made, else the
 * seconds until it may. One that may not be made counts under none of them.
 */
export async function takeAttempts(
  context: Context,
  attempts: readonly Attempt[]
): Promise<number | null> {
  return (await takeWatchedAttempts(context, attempts, [])).wait
}

/** The same; counts under `watched`, too, which refuse nothing: `isUnusual` where one of them has no more. */
export async function takeWatchedAttempts(
  context: Context,
  attempts: readonly Attempt[],
  watched: readonly Attempt[]
): Promise<{ wait: number | null; isUnusual: boolean }> {
  const all = [...attempts, ...watched]
  const budgets = all.map((one) => budgetOf(context, one))
  const grants = await grantFromEach(context.knex, budgets, 1)
  const refused = grants.slice(0, attempts.length).find(({ granted }) => granted === 0)
  if (!refused) {
    return { wait: null, isUnusual: grants.some(({ granted }) => granted === 0) }
  }
  await giveBackAttempts(
    context,
    all.filter((_one, index) => grants[index]?.granted === 1)
  )
  return { wait: Math.max(1, refused.wait), isUnusual: false }
}

/** What was counted turned out not to be made. */
export async function giveBackAttempts(
  context: Context,
  attempts: readonly Attempt[]
): Promise<void> {
  for (const attempt of attempts) {
    await takeOff(context.knex, budgetOf(context, attempt), -1)
  }
}

function budgetOf(context: Context, { whose, calls, seconds }: Attempt): Budget {
  const [secret = ""] = context.options.secret
  const hash = createHmac("sha256", secret).update(`attempt\n${whose}`).digest("base64url")
  return { name: `attempt-${hash}`, pace: { burst: calls, secondsPerCall: seconds / calls } }
}

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

const KEY = Symbol.for("medusa-payment-consumer-financing.client-address")

// The module may be loaded from another copy of this file than the routes.
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string | null> }
const clients = (shared[KEY] ??= new AsyncLocalStorage<string | null>())

/** Runs a request of core's own route with the address of its client, which core hands to no provider. */
export const runForClient = <T>(address: string | null, run: () => T): T =>
  clients.run(address, run)

/** Null outside such a request. */
export const readClientAddress = (): string | null => clients.getStore() ?? null
