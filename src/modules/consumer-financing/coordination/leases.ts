import type { PluginOptions } from "../../../options/options"
import type { ApplicationRecord } from "../records"
import type { Base } from "../store/rows"
import {
  acquireLease,
  isLeased,
  type Lease,
  LeaseBusy,
  leaseOf,
  leaseSeconds,
  releaseLease,
} from "./lease"

type Settings = {
  readonly current: PluginOptions
  /** Reads them where they have another version than that; true when they are others now. */
  keepUpWith: (version: number | null) => Promise<boolean>
}

type Holding = { name: string; waitMilliseconds?: number; busy: (error: LeaseBusy) => Error }

/** Who may act on something right now, across all processes. */
export class Leases {
  constructor(
    private readonly base: Base,
    private readonly settings: Settings
  ) {}

  /** Seconds after which a call, with everything that core does around it, has certainly ended. */
  get longestOperation(): number {
    return leaseSeconds(this.settings.current.deadlines)
  }

  /** Throws LeaseBusy once the wait is over. */
  async acquire(name: string, waitMilliseconds = 0): Promise<Lease> {
    await this.base.clock.compare(this.base.knex)
    const seconds = () => this.longestOperation
    const lease = await acquireLease(this.base.knex, { name, seconds, waitMilliseconds })
    if (await this.settings.keepUpWith(lease.settingsVersion)) {
      await lease.renew()
    }
    // What was done under it stays done, and the lease expires.
    const release = () =>
      lease.release().catch((error: unknown) => {
        const kind = error instanceof Error ? error.name : "unknown"
        this.base.log.warn(`consumer-financing: ${name} is free once its lease expires (${kind})`)
      })
    return { ...lease, release }
  }

  /** Runs the work under a lease. Throws what `busy` makes of a LeaseBusy once the wait is over. */
  async holding<Result>(
    { name, waitMilliseconds, busy }: Holding,
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

  /** One that was taken before, by its holder's name: whether it is still theirs, its renewal says. */
  held(lease: { name: string; holder: string }): Lease {
    const seconds = () => this.longestOperation
    return leaseOf(this.base.knex, { ...lease, seconds, settingsVersion: null })
  }

  async release(lease: { name: string; holder: string }): Promise<void> {
    await releaseLease(this.base.knex, lease)
  }

  /** Lets a payment session be made in the place of a cancelled payment, while it is held. */
  async allowPayingAgain(applicationId: string): Promise<Lease> {
    return await this.acquire(`pay-again:${applicationId}`)
  }

  /** Whether a workflow of ours is making such a session right now; a browser never is. */
  async mayBePaidAgain(applicationId: string): Promise<boolean> {
    return await isLeased(this.base.knex, `pay-again:${applicationId}`)
  }

  /** Whether somebody settles, cancels or refunds it right now, by the lease that they hold. */
  async isMoneyMoved(applicationId: string): Promise<boolean> {
    return await isLeased(this.base.knex, `money:${applicationId}`)
  }

  /** Whether a cart becomes an order right now, by the lease of whoever completes it. */
  async isCartBeingCompleted(cartId: string): Promise<boolean> {
    return await isLeased(this.base.knex, `complete:${cartId}`)
  }

  /** Whether an order is being made of what an application is for: a reconciliation or a completion is under way. */
  async isPurchaseBeingMade({
    id,
    cart_id,
  }: Pick<ApplicationRecord, "id" | "cart_id">): Promise<boolean> {
    return (
      (await isLeased(this.base.knex, `reconcile:${id}`)) ||
      (cart_id !== null && (await this.isCartBeingCompleted(cart_id)))
    )
  }

  /**
   * Leaves word for the holder of a lease that there is more to do. However many ask, it is one row: the holder
   * does it once more. Whoever asks must also see to it that the work is due soon, for the holder may have
   * listened for the last time a moment before.
   */
  async requestRerun(lease: string): Promise<void> {
    const { knex } = this.base
    await knex("financing_lease")
      .insert({ id: `rerun:${lease}`, holder: "nobody", expires_at: knex.raw("now()") })
      .onConflict("id")
      .ignore()
  }

  /** True when a rerun was requested since this was last read. Call it after the work is done and released. */
  async isRerunRequested(lease: string): Promise<boolean> {
    const requested = this.base.knex("financing_lease").where({ id: `rerun:${lease}` })
    return (await requested.delete()) > 0
  }
}
