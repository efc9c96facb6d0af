import type { ApplicationRecord } from "../records"
import type { Settings } from "../settings/settings"
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

type Holding = { name: string; waitMilliseconds?: number; busy: (error: LeaseBusy) => Error }

/** Acquires and inspects leases, which are exclusive across all processes. */
export class Leases {
  constructor(
    private readonly base: Base,
    private readonly settings: Pick<Settings, "current" | "reloadIfChanged">
  ) {}

  /** Seconds after which a call has certainly ended, core's work around it included. */
  get longestOperation(): number {
    return leaseSeconds(this.settings.current.deadlines)
  }

  /** Throws LeaseBusy after the wait. */
  async acquire(name: string, waitMilliseconds = 0): Promise<Lease> {
    await this.base.clock.compare(this.base.knex)
    const seconds = () => this.longestOperation
    const lease = await acquireLease(this.base.knex, { name, seconds, waitMilliseconds })
    if (await this.settings.reloadIfChanged(lease.settingsVersion)) {
      await lease.renew()
    }
    // A failed release is logged only: the work is done, and the lease expires.
    const release = () =>
      lease.release().catch((error: unknown) => {
        const kind = error instanceof Error ? error.name : "unknown"
        this.base.log.warn(`consumer-financing: ${name} is free once its lease expires (${kind})`)
      })
    return { ...lease, release }
  }

  /** Runs `work` under a lease. Throws `busy(error)` for a LeaseBusy after the wait. */
  async withLease<Result>(
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

  /** Resumes a lease by its holder's name; its renewal shows whether it is still valid. */
  resume(lease: { name: string; holder: string }): Lease {
    const seconds = () => this.longestOperation
    return leaseOf(this.base.knex, { ...lease, seconds, settingsVersion: null })
  }

  async release(lease: { name: string; holder: string }): Promise<void> {
    await releaseLease(this.base.knex, lease)
  }

  /** Allows a payment session to replace a cancelled payment while the lease is held. */
  async allowPayingAgain(applicationId: string): Promise<Lease> {
    return await this.acquire(`pay-again:${applicationId}`)
  }

  /** Whether a workflow of this plugin is creating such a session; browsers may not. */
  async isPayingAgainAllowed(applicationId: string): Promise<boolean> {
    return await isLeased(this.base.knex, `pay-again:${applicationId}`)
  }

  async isMoneyOperationRunning(applicationId: string): Promise<boolean> {
    return await isLeased(this.base.knex, `money:${applicationId}`)
  }

  async isCartBeingCompleted(cartId: string): Promise<boolean> {
    return await isLeased(this.base.knex, `complete:${cartId}`)
  }

  /** Whether an order is being created for the application: a reconciliation or a completion is running. */
  async isOrderBeingCreated({
    id,
    cart_id,
  }: Pick<ApplicationRecord, "id" | "cart_id">): Promise<boolean> {
    return (
      (await isLeased(this.base.knex, `reconcile:${id}`)) ||
      (cart_id !== null && (await this.isCartBeingCompleted(cart_id)))
    )
  }

  /**
   * Asks the lease's holder to run once more. Requests share one row. The caller must also schedule the work,
   * because the holder may have checked for requests a moment earlier.
   */
  async requestRerun(lease: string): Promise<void> {
    const { knex } = this.base
    await knex("financing_lease")
      .insert({ id: `rerun:${lease}`, holder: "nobody", expires_at: knex.raw("now()") })
      .onConflict("id")
      .ignore()
  }

  /**
   * True when a rerun was requested since the last read. Call it after the work is done and the lease is released.
   */
  async isRerunRequested(lease: string): Promise<boolean> {
    const requested = this.base.knex("financing_lease").where({ id: `rerun:${lease}` })
    return (await requested.delete()) > 0
  }
}
