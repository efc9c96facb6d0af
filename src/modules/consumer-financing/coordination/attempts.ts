import { AsyncLocalStorage } from "node:async_hooks"
import { createHmac } from "node:crypto"
import { type Budget, grantFrom, grantFromEach, chargeBudget } from "./budget"
import type { Context } from "../context"
import {
  BETWEEN_CHECKS,
  CHECKS_IN_AN_HOUR,
  SCHEDULES_IN_AN_HOUR,
} from "../../../domain/call-budget"

export type Attempt = {
  /** The subject of the limit, such as a cart or a client address. Only its keyed hash is stored. */
  subject: string
  /** The burst size; it refills evenly over the given seconds. */
  calls: number
  seconds: number
}

/**
 * Counts one attempt under each name, across processes. Returns null when the attempt is allowed, else the seconds
 * until it is. A refused attempt counts under no name.
 */
export async function takeAttempts(
  context: Context,
  attempts: readonly Attempt[]
): Promise<number | null> {
  return (await takeWatchedAttempts(context, attempts, [])).wait
}

/**
 * Like `takeAttempts`, and also counts under `watched` names, which never refuse. `isUnusual` says that one of them
 * is used up.
 */
export async function takeWatchedAttempts(
  context: Context,
  attempts: readonly Attempt[],
  watched: readonly Attempt[]
): Promise<{ wait: number | null; isUnusual: boolean }> {
  const all = [...attempts, ...watched]
  const budgets = all.map((attempt) => budgetOf(context, attempt))
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

/** Gives back attempts that were counted and not used. */
export async function giveBackAttempts(
  context: Context,
  attempts: readonly Attempt[]
): Promise<void> {
  for (const attempt of attempts) {
    await chargeBudget(context.knex, budgetOf(context, attempt), -1)
  }
}

function budgetOf(context: Context, { subject, calls, seconds }: Attempt): Budget {
  const [secret = ""] = context.options.secret
  const hash = createHmac("sha256", secret).update(`attempt\n${subject}`).digest("base64url")
  return { name: `attempt-${hash}`, pace: { burst: calls, secondsPerCall: seconds / calls } }
}

/**
 * The result of one visit to an application's return address. `wait` is the seconds until the next status check is
 * granted; null means too long to wait.
 */
export type Visit =
  { mayCheck: true; beginsSchedule: boolean } | { mayCheck: false; wait: number | null }

/**
 * Counts one visit, across processes. Anyone with a return address can open it at any rate, so an application gets
 * at most one status check per five seconds and 30 per hour.
 */
export async function takeVisit({ knex }: Context, applicationId: string): Promise<Visit> {
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

// Shared through `globalThis`, because the module and the routes may load different copies of this file.
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string | null> }
const clients = (shared[KEY] ??= new AsyncLocalStorage<string | null>())

/** Runs a core route's request with its client's address, which core does not pass to providers. */
export const runForClient = <T>(address: string | null, run: () => T): T =>
  clients.run(address, run)

/** Returns null outside such a request. */
export const readClientAddress = (): string | null => clients.getStore() ?? null
