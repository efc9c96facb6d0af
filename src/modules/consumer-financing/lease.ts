import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long a lease lasts: longer than the longest chain of calls made under one. */
const LEASE_SECONDS = 150
const RETRY_MILLISECONDS = 150

export type Lease = {
  name: string
  holder: string
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

/**
 * Takes a lease on Postgres alone: one row, one statement, the database's clock. No transaction
 * and no connection is held while it lasts. Waits up to `waitMilliseconds`, then throws LeaseBusy.
 */
export async function acquireLease(knex: Knex, name: string, waitMilliseconds = 0): Promise<Lease> {
  const holder = randomUUID()
  const giveUpAt = performance.now() + waitMilliseconds
  while (!(await tryToTake(knex, name, holder))) {
    if (performance.now() >= giveUpAt) {
      throw new LeaseBusy(name)
    }
    await sleep(RETRY_MILLISECONDS * (0.5 + Math.random()))
  }
  return leaseOf(knex, name, holder)
}

/** A lease that was taken before, by its holder's name. */
export function leaseOf(knex: Knex, name: string, holder: string): Lease {
  return {
    name,
    holder,
    renew: async () =>
      (await knex("financing_lease")
        .where({ id: name, holder })
        .whereRaw("expires_at > now()")
        .update({ expires_at: inFuture(knex) })) === 1,
    release: async () => {
      await knex("financing_lease").where({ id: name, holder }).delete()
    },
  }
}

async function tryToTake(knex: Knex, name: string, holder: string): Promise<boolean> {
  const taken = await knex("financing_lease")
    .insert({ id: name, holder, expires_at: inFuture(knex) })
    .onConflict("id")
    .merge({ holder, expires_at: inFuture(knex) })
    .whereRaw("financing_lease.expires_at < now()")
    .returning("id")
  return taken.length === 1
}

function inFuture(knex: Knex): Knex.Raw {
  return knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
}
