import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { userError } from "../../../translation/user-error"
import type { ApplicationRecord } from "../records"
import type { Base } from "../store/rows"

type Held = { name: string; holder: string }

export type Lease = Held & {
  /** Extends the lease; false once it is lost. Call it right before a call that changes something. */
  renew: () => Promise<boolean>
  /** Logs a failure only: the work is done, and the lease expires. */
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

export async function isLeased(knex: Knex, name: string): Promise<boolean> {
  const held = await knex("financing_lease")
    .where({ id: name })
    .whereRaw("expires_at > now()")
    .select("id")
  return held.length === 1
}

/** Returns null for a busy lease; rethrows other errors. */
export function nullIfBusy(error: unknown): null {
  if (error instanceof LeaseBusy) return null
  throw error
}

/** Throws the message for a busy lease; rethrows other errors. */
export const throwIfBusy = (text: string) => (error: unknown) => {
  throw error instanceof LeaseBusy ? userError(text) : error
}

/** Reads the settings' version in the same statement, so that no operation runs with outdated settings. */
const SETTINGS = "(select version from financing_setting where id = 'settings') as version"

/** Milliseconds between attempts, growing from the first value to the last. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000

type Holding = { name: string; waitMilliseconds?: number; busy?: (error: LeaseBusy) => Error }

/**
 * Acquires and inspects leases, which are exclusive across all processes: one row each, by the database's clock. A
 * lease holds neither a transaction nor a connection.
 */
export class Leases {
  /** The last waiting caller of this process for each lease. */
  private readonly queues = new Map<string, Promise<unknown>>()
  /** The pause of the first of them, which a release in this process ends. */
  private readonly pauses = new Map<string, AbortController>()

  constructor(private readonly context: Base) {}

  /** Seconds after which a call has certainly ended, core's work around it included. */
  get longestOperation(): number {
    return leaseSeconds(this.context.options.deadlines)
  }

  /** Retries for up to `waitMilliseconds`, then throws LeaseBusy. */
  async acquire(name: string, waitMilliseconds = 0): Promise<Lease> {
    const { clock, knex, settings } = this.context
    await clock.compare(knex)
    const held = { name, holder: randomUUID() }
    const taken =
      waitMilliseconds > 0 ? await this.waitInQueue(held, waitMilliseconds) : await this.take(held)
    if (!taken) {
      throw new LeaseBusy(name)
    }
    const lease = this.resume(held)
    // The deadlines, and so the lease's duration, may have changed.
    if (await settings.reloadIfChanged(taken.version)) await lease.renew()
    return lease
  }

  /** Runs `work` under a lease. Throws LeaseBusy after the wait, or `busy(error)` in its place. */
  async withLease<Result>(
    { name, waitMilliseconds, busy = (error) => error }: Holding,
    work: (lease: Lease) => Promise<Result>
  ): Promise<Result> {
    const lease = await this.acquire(name, waitMilliseconds).catch((error: unknown) => {
      throw error instanceof LeaseBusy ? busy(error) : error
    })
    try {
      return await work(lease)
    } finally {
      await lease.release()
    }
  }

  /** Runs `work` under a lease; returns null without running it while the lease is taken. */
  async tryWithLease<Result>(name: string, work: () => Promise<Result>): Promise<Result | null> {
    const lease = await this.acquire(name).catch(nullIfBusy)
    try {
      return lease && (await work())
    } finally {
      await lease?.release()
    }
  }

  /** Resumes a lease by its holder's name; its renewal shows whether it is still valid. */
  resume({ name, holder }: Held): Lease {
    const { knex, log } = this.context
    return {
      name,
      holder,
      renew: async () => {
        const asked = performance.now()
        const renewed = await knex("financing_lease")
          .where({ id: name, holder })
          .whereRaw("expires_at > now()")
          .update({ expires_at: this.newExpiry() })
        // A process that paused over the answer may have lost the lease again.
        return renewed === 1 && performance.now() - asked < SLACK_SECONDS * 1000
      },
      release: () =>
        this.release({ name, holder }).catch((error: unknown) => {
          const kind = error instanceof Error ? error.name : "unknown"
          log.warn(`consumer-financing: ${name} is free once its lease expires (${kind})`)
        }),
    }
  }

  async release({ name, holder }: Held): Promise<void> {
    await this.context.knex("financing_lease").where({ id: name, holder }).delete()
    this.pauses.get(name)?.abort()
  }

  /** Runs work that authorizes another payment on the same application, which the provider otherwise refuses. */
  async withPayingAgain(applicationId: string, work: () => Promise<unknown>): Promise<void> {
    await this.withLease({ name: `pay-again:${applicationId}` }, work)
  }

  /** Whether a workflow of this plugin is creating such a session; browsers may not. */
  async isPayingAgainAllowed(applicationId: string): Promise<boolean> {
    return await isLeased(this.context.knex, `pay-again:${applicationId}`)
  }

  async isMoneyOperationRunning(applicationId: string): Promise<boolean> {
    return await isLeased(this.context.knex, `money:${applicationId}`)
  }

  async isCartBeingCompleted(cartId: string): Promise<boolean> {
    return await isLeased(this.context.knex, `complete:${cartId}`)
  }

  /** Whether an order is being created for the application: a reconciliation or a completion is running. */
  async isOrderBeingCreated({
    id,
    cart_id,
  }: Pick<ApplicationRecord, "id" | "cart_id">): Promise<boolean> {
    return (
      (await isLeased(this.context.knex, `reconcile:${id}`)) ||
      (cart_id !== null && (await this.isCartBeingCompleted(cart_id)))
    )
  }

  /**
   * Asks the lease's holder to run once more. Requests share one row. The caller must also schedule the work,
   * because the holder may have checked for requests a moment earlier.
   */
  async requestRerun(lease: string): Promise<void> {
    const { knex } = this.context
    await knex("financing_lease")
      .insert({ id: `rerun:${lease}`, holder: "nobody", expires_at: knex.raw("now()") })
      .onConflict("id")
      .ignore()
  }

  /**
   * True when a rerun was requested since the last read. Call it after the work is done and the lease is released.
   */
  async isRerunRequested(lease: string): Promise<boolean> {
    const requested = this.context.knex("financing_lease").where({ id: `rerun:${lease}` })
    return (await requested.delete()) > 0
  }

  /** Takes a lease with one statement; undefined for a busy one. */
  private async take({ name, holder }: Held): Promise<{ version: number | null } | undefined> {
    const { knex } = this.context
    const expires_at = this.newExpiry()
    const [taken] = (await knex("financing_lease")
      .insert({ id: name, holder, expires_at })
      .onConflict("id")
      .merge({ holder, expires_at })
      .whereRaw("financing_lease.expires_at < now()")
      // Cast: knex accepts raw columns, but its types do not.
      .returning(knex.raw(SETTINGS) as never)) as { version: number | null }[]
    return taken
  }

  private newExpiry(): Knex.Raw {
    return this.context.knex.raw("now() + make_interval(secs => ?)", [this.longestOperation])
  }

  /** Callers of one process queue up, so that only the first of them queries the database. */
  private async waitInQueue(held: Held, waitMilliseconds: number): ReturnType<Leases["take"]> {
    const giveUpAt = performance.now() + waitMilliseconds
    const before = this.queues.get(held.name)
    const taken = Promise.resolve(before).then(async () => {
      if (!before) return await this.takeUntil(giveUpAt, held)
      if (performance.now() >= giveUpAt) return undefined
      // The caller before has just taken the lease.
      await this.pause(held.name, FIRST_PAUSE)
      return await this.takeUntil(giveUpAt, held)
    })
    const end = taken.catch(() => undefined)
    this.queues.set(held.name, end)
    try {
      return await taken
    } finally {
      if (this.queues.get(held.name) === end) this.queues.delete(held.name)
    }
  }

  private async takeUntil(giveUpAt: number, held: Held): ReturnType<Leases["take"]> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const taken = await this.take(held)
      const left = giveUpAt - performance.now()
      if (taken || left <= 0) return taken
      await this.pause(held.name, Math.min(left, pause * (0.5 + Math.random() / 2)))
    }
  }

  private async pause(name: string, milliseconds: number): Promise<void> {
    const ended = new AbortController()
    this.pauses.set(name, ended)
    await sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined)
    this.pauses.delete(name)
  }
}
