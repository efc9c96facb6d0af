import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { waitInLine, wakeFirst } from "./lease-line"

export type Lease = {
  name: string
  holder: string
  /** Of the settings in the database, as it was taken; null where there are none. */
  settingsVersion: number | null
  /** True, and prolonged, while the lease is still ours. Ask right before a call that changes something. */
  renew: () => Promise<boolean>
  release: () => Promise<void>
}

/** Somebody else holds the lease; `name` says of what. */
export class LeaseBusy extends Error {
  constructor(readonly lease: string) {
    super(`${lease} is busy`)
  }
}

/** Milliseconds that the merchant allows one call of a kind. */
type Deadlines = { token: number; read: number; create: number; money: number }

/** For what is no call: the database, a renewal that waits for its connection. */
const SLACK_SECONDS = 60

/**
 * How long a lease lasts, in seconds: longer than the longest chain of calls made under one (a status check,
 * the call itself, the status check that follows a lost answer), whatever the merchant's deadlines are.
 */
export function leaseSeconds({ token, read, create, money }: Deadlines): number {
  return Math.ceil((token + 2 * read + Math.max(create, money)) / 1000) + SLACK_SECONDS
}

/** `seconds` is asked each time: the merchant's deadlines may change while it is held. */
type Wish = { name: string; seconds: () => number; waitMilliseconds: number }
type Held = Pick<Wish, "name" | "seconds"> & {
  holder: string
  /** Of the settings, as it was taken; null where there are none. */
  settingsVersion: number | null
}

/**
 * Takes a lease on Postgres alone: one row, one statement, the database's clock. No transaction
 * and no connection is held while it lasts. Waits up to `waitMilliseconds`, then throws LeaseBusy; of
 * those in this process who wait for the same one, only the first asks for it again and again.
 */
export async function acquireLease(
  knex: Knex,
  { name, seconds, waitMilliseconds }: Wish
): Promise<Lease> {
  const held: Held = { name, seconds, holder: randomUUID(), settingsVersion: null }
  const take = () => tryToTake(knex, held)
  const isTaken =
    waitMilliseconds > 0 ? await waitInLine(knex, { name, waitMilliseconds, take }) : await take()
  if (!isTaken) {
    throw new LeaseBusy(name)
  }
  return leaseOf(knex, held)
}

/** Gives back a lease that was taken before, by its holder's name. */
export async function releaseLease(
  knex: Knex,
  { name, holder }: Pick<Held, "name" | "holder">
): Promise<void> {
  await knex("financing_lease").where({ id: name, holder }).delete()
  wakeFirst(knex, name)
}

export async function isLeased(knex: Knex, name: string): Promise<boolean> {
  const held = await knex("financing_lease")
    .where({ id: name })
    .whereRaw("expires_at > now()")
    .select("id")
  return held.length === 1
}

export function leaseOf(knex: Knex, { name, seconds, holder, settingsVersion }: Held): Lease {
  return {
    name,
    holder,
    settingsVersion,
    renew: async () => {
      const asked = performance.now()
      const renewed = await knex("financing_lease")
        .where({ id: name, holder })
        .whereRaw("expires_at > now()")
        .update({ expires_at: inFuture(knex, seconds()) })
      // A process that stood still over the answer may have lost the lease again since.
      return renewed === 1 && performance.now() - asked < SLACK_SECONDS * 1000
    },
    release: () => releaseLease(knex, { name, holder }),
  }
}

/** What was set meanwhile is learnt along with it: nobody acts by settings of before. */
const SETTINGS = "(select version from financing_setting where id = 'settings') as version"

async function tryToTake(knex: Knex, held: Held): Promise<boolean> {
  const { name, holder } = held
  const expires_at = inFuture(knex, held.seconds())
  const [taken] = (await knex("financing_lease")
    .insert({ id: name, holder, expires_at })
    .onConflict("id")
    .merge({ holder, expires_at })
    .whereRaw("financing_lease.expires_at < now()")
    // The cast: knex takes raw columns, though its types do not say so.
    .returning(knex.raw(SETTINGS) as never)) as { version: number | null }[]
  if (taken) held.settingsVersion = taken.version
  return taken !== undefined
}

function inFuture(knex: Knex, seconds: number): Knex.Raw {
  return knex.raw("now() + make_interval(secs => ?)", [seconds])
}
