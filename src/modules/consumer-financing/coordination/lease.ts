import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { waitInQueue, wakeFirst } from "./lease-line"
import { sentence } from "../../../translation/sentence"

export type Lease = {
  name: string
  holder: string
  /** Version of the stored settings at acquisition; null where none are stored. */
  settingsVersion: number | null
  /** Extends the lease; false once it is lost. Call it right before a call that changes something. */
  renew: () => Promise<boolean>
  release: () => Promise<void>
}

/** The lease is taken; `name` is the lease's name. */
export class LeaseBusy extends Error {
  constructor(readonly lease: string) {
    super(`${lease} is busy`)
  }
}

/** The configured deadlines of a call, in milliseconds. */
type Deadlines = { token: number; read: number; create: number; money: number }

/** Allowance for database work and for a slow renewal. */
const SLACK_SECONDS = 60

/**
 * Returns a lease's duration in seconds. It exceeds the longest chain of calls under one lease: a status check, the
 * call, and the status check after a lost answer.
 */
export function leaseSeconds({ token, read, create, money }: Deadlines): number {
  return Math.ceil((token + 2 * read + Math.max(create, money)) / 1000) + SLACK_SECONDS
}

/** `seconds` is a function, because the deadlines can change while the lease is held. */
type LeaseRequest = { name: string; seconds: () => number; waitMilliseconds: number }
type Held = Pick<LeaseRequest, "name" | "seconds"> & Pick<Lease, "holder" | "settingsVersion">

/**
 * Acquires a lease with one statement on one row, by the database's clock; holds neither a transaction nor a
 * connection. Retries for up to `waitMilliseconds`, then throws LeaseBusy. Callers of one process queue up, so only
 * the first retries.
 */
export async function acquireLease(
  knex: Knex,
  { name, seconds, waitMilliseconds }: LeaseRequest
): Promise<Lease> {
  const held: Held = { name, seconds, holder: randomUUID(), settingsVersion: null }
  const take = () => tryAcquire(knex, held)
  const isTaken =
    waitMilliseconds > 0 ? await waitInQueue(knex, { name, waitMilliseconds, take }) : await take()
  if (!isTaken) {
    throw new LeaseBusy(name)
  }
  return leaseOf(knex, held)
}

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
      // A process that paused over the answer may have lost the lease again.
      return renewed === 1 && performance.now() - asked < SLACK_SECONDS * 1000
    },
    release: () => releaseLease(knex, { name, holder }),
  }
}

/** Reads the settings' version in the same statement, so that no operation runs with outdated settings. */
const SETTINGS = "(select version from financing_setting where id = 'settings') as version"

async function tryAcquire(knex: Knex, held: Held): Promise<boolean> {
  const { name, holder } = held
  const expires_at = inFuture(knex, held.seconds())
  const [taken] = (await knex("financing_lease")
    .insert({ id: name, holder, expires_at })
    .onConflict("id")
    .merge({ holder, expires_at })
    .whereRaw("financing_lease.expires_at < now()")
    // Cast: knex accepts raw columns, but its types do not.
    .returning(knex.raw(SETTINGS) as never)) as { version: number | null }[]
  if (taken) held.settingsVersion = taken.version
  return taken !== undefined
}

function inFuture(knex: Knex, seconds: number): Knex.Raw {
  return knex.raw("now() + make_interval(secs => ?)", [seconds])
}

/** Returns null for a busy lease; rethrows other errors. */
export function nullIfBusy(error: unknown): null {
  if (error instanceof LeaseBusy) return null
  throw error
}

/** Throws the message for a busy lease; rethrows other errors. */
export const throwIfBusy = (text: string) => (error: unknown) => {
  throw error instanceof LeaseBusy ? sentence(text) : error
}
