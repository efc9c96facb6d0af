import {
  type CapabilityPurpose,
  type CapabilitySubject,
  signCapability,
  verifyCapability,
} from "../../domain/capability"
import { secondsUntilLook } from "../../domain/look-schedule"
import { DEADLINE_MARGIN, LOOK_AFTER_DEADLINE } from "../../domain/operation"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { type HashedSnapshot, hashSnapshot } from "../../domain/snapshot-hash"
import type { FinancingClient } from "../../financing-api"
import { type Environment, plainInProduction, type PluginOptions } from "../../options"
import { Clients } from "./clients"
import { JournalBook } from "./journal-book"
import { acquireLease, type Lease, leaseSeconds } from "./lease"
import { Outages } from "./outages/outages"
import { Presence } from "./presence"
import type { ApplicationRecord } from "./records"
import { StaffSettings } from "./settings/staff-settings"
import type { Dependencies } from "./timeline"
import { sentence } from "../../translation/sentence"

const ADDRESSES: Record<CapabilityPurpose, string> = {
  postback: "/hooks/consumer-financing",
  return: "/consumer-financing/return",
  cancel: "/consumer-financing/cancel",
  "pre-approval": "/hooks/consumer-financing/pre-approvals",
}

/** What every operation needs at hand: the records, the merchant's settings, the service's clients. */
export class FinancingDesk extends JournalBook {
  readonly settings: StaffSettings
  /** How many servers the shop has. */
  readonly presence: Presence
  /** Whether the service can be used at all. */
  readonly outages: Outages
  private readonly clients: Clients

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.settings = new StaffSettings(this.knex, dependencies.logger, options)
    this.presence = new Presence(this.knex)
    this.outages = new Outages({
      knex: this.knex,
      log: dependencies.logger,
      test: (environment) => this.settings.testConnection({ environment, given: {} }),
      tell: (name, data) => this.tell({ name, data }),
    })
    this.clients = new Clients(this.settings, dependencies.logger, (environment, call) =>
      this.outages.heard(environment, call)
    )
  }

  readonly __hooks = {
    onApplicationStart: async () => {
      await this.clock.compare(this.knex)
      await this.settings.begin()
      await this.presence.begin()
    },
    onApplicationShutdown: async () => {
      this.settings.end()
      await this.presence.end()
      await this.clients.close()
    },
  }

  /** The merchant's settings as they are now. Ask anew each time: they change while servers run. */
  get options(): PluginOptions {
    return this.settings.current
  }

  /** True when shoppers can be sent to the service at all. */
  get isReady(): boolean {
    const { options } = this
    return this.clients.of(options.environment) !== null && plainInProduction(options).length === 0
  }

  /** Seconds after which a call, with everything that core does around it, has certainly ended. */
  get longestOperation(): number {
    return leaseSeconds(this.options.deadlines)
  }

  /** Who may act on something right now. Throws LeaseBusy once the wait is over. */
  async acquireLease(name: string, waitMilliseconds = 0): Promise<Lease> {
    const seconds = leaseSeconds(this.options.deadlines)
    await this.clock.compare(this.knex)
    await this.settings.refresh()
    return await acquireLease(this.knex, { name, seconds, waitMilliseconds })
  }

  /** When an application is looked at for the first time that was created just now. */
  firstLookAt(): Date {
    const seconds = secondsUntilLook(this.options.polling.schedule, 0) ?? 0
    return this.clock.dateIn(seconds * 1000)
  }

  /** The client of the environment that the application was created in, for ever. */
  clientOf({ environment }: Pick<ApplicationRecord, "environment">): FinancingClient {
    const client = this.clients.of(environment)
    if (!client) {
      throw sentence(
        `There are no credentials for the ${environment} environment of the financing service: enter them in the dashboard, or set environments.${environment} in the options of medusa-payment-consumer-financing.`
      )
    }
    return client
  }

  /** The addresses that the service is given for one application. Each is a capability. */
  addressesOf(application: Pick<ApplicationRecord, "id" | "environment">) {
    const address = (purpose: CapabilityPurpose) => {
      const { id, environment } = application
      const signature = signCapability({ purpose, environment, applicationId: id }, this.secret)
      return `${this.options.backendUrl}${ADDRESSES[purpose]}/${environment}/${id}/${signature}`
    }
    return {
      returnUrl: address("return"),
      cancelUrl: address("cancel"),
      notifyUrl: address("postback"),
    }
  }

  /**
   * The one address of an environment for what the service writes about pre-approvals, which are
   * given none of their own (endpoint 6). A capability: for the merchant to register at the service.
   */
  preApprovalNotifyUrl(environment: Environment): string {
    const purpose = "pre-approval" as const
    const signature = signCapability({ purpose, environment, applicationId: purpose }, this.secret)
    return `${this.options.backendUrl}${ADDRESSES[purpose]}/${environment}/${signature}`
  }

  /** Whether an address was signed by this shop, with the current or the previous secret. */
  isOurs(subject: CapabilitySubject, signature: string): boolean {
    return verifyCapability(subject, signature, this.options.secret)
  }

  hashSnapshot(snapshot: HashedSnapshot): string {
    return hashSnapshot(snapshot, this.secret)
  }

  /** Whether the cart or order is still what the customer applied for. */
  isUnchanged(application: ApplicationRecord, snapshot: HashedSnapshot): boolean {
    return this.options.secret.some(
      (secret) => hashSnapshot(snapshot, secret) === application.snapshot_hash
    )
  }

  async openApplication(
    snapshot: OrderSnapshot,
    rest: Pick<ApplicationRecord, "kind" | "environment"> & { paymentSessionId: string | null }
  ): Promise<ApplicationRecord> {
    const mayTake = this.options.deadlines.create + (DEADLINE_MARGIN + LOOK_AFTER_DEADLINE) * 1000
    return await this.open({
      purchaseId: snapshot.cartId,
      financed: snapshot.total,
      snapshotHash: this.hashSnapshot(snapshot),
      ...rest,
      lookAt: this.clock.dateIn(mayTake),
    })
  }

  private get secret(): string {
    return this.options.secret[0] ?? ""
  }
}
