import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type CapabilityPurpose,
  type CapabilitySubject,
  signCapability,
  verifyCapability,
} from "../../domain/capability"
import { hasEnded } from "../../domain/application-state"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { type HashedSnapshot, hashSnapshot } from "../../domain/snapshot-hash"
import type { FinancingClient } from "../../financing-api"
import { type PluginOptions, parseOptions } from "../../options"
import { ApplicationBook } from "./application-book"
import { Clients } from "./clients"
import { type Lease, acquireLease, leaseOf } from "./lease"
import { type ApplyInput, type ApplyResult, applyForCart } from "./operations/apply-for-cart"
import { type Hint, believeHint } from "./operations/believe-hint"
import { type CancelResult, cancel } from "./operations/cancel"
import { type Look, look } from "./operations/look"
import { type RefundInput, refund } from "./operations/refund"
import { type SettleInput, settle } from "./operations/settle"
import { tellOrderId } from "./operations/tell-order-id"
import type { ApplicationRecord } from "./records"

type Dependencies = {
  __pg_connection__: Knex
  event_bus?: IEventBusModuleService
  logger: Logger
}

const ADDRESSES: Record<CapabilityPurpose, string> = {
  postback: "/hooks/consumer-financing",
  return: "/consumer-financing/return",
  cancel: "/consumer-financing/cancel",
}

/**
 * What the plugin remembers, and the verbs that change something at the service: every one of them
 * is journaled. It knows nothing of carts and orders but their ids; whoever calls it has read them.
 */
export default class ConsumerFinancingModuleService extends ApplicationBook {
  readonly options: PluginOptions
  private readonly clients: Clients

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.options = parseOptions(options)
    this.clients = new Clients(this.options, dependencies.logger)
  }

  readonly __hooks = { onApplicationShutdown: () => this.clients.close() }

  /** True when shoppers can be sent to the service at all. */
  get isReady(): boolean {
    return this.clients.of(this.options.environment) !== null
  }

  /** The client of the environment that the application was created in, for ever. */
  clientOf({ environment }: Pick<ApplicationRecord, "environment">): FinancingClient {
    const client = this.clients.of(environment)
    if (!client) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `There are no credentials for the ${environment} environment of the financing service: set environments.${environment} in the options of medusa-payment-consumer-financing.`
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
    paymentSessionId: string
  ): Promise<ApplicationRecord> {
    return await this.open({
      environment: this.options.environment,
      cartId: snapshot.cartId,
      financed: snapshot.total,
      snapshotHash: this.hashSnapshot(snapshot),
      paymentSessionId,
    })
  }

  /** Ends the life of the record: nothing is looked at, adopted or shown any more. */
  async close(applicationId: string): Promise<ApplicationRecord> {
    return await this.updateFinancingApplications({
      id: applicationId,
      live_key: null,
      customer_url: null,
      next_look_at: null,
    })
  }

  /** Our cancel is confirmed, whatever code the service shows for it. */
  async markEnded(applicationId: string, { expired }: { expired: boolean }): Promise<void> {
    const { state } = await this.retrieveFinancingApplication(applicationId)
    if (!hasEnded(state)) {
      await this.updateFinancingApplications({
        id: applicationId,
        state: expired ? ("expired" as const) : ("cancelled" as const),
        expired,
      })
    }
    await this.close(applicationId)
  }

  async acquireLease(name: string, waitMilliseconds = 0): Promise<Lease> {
    return await acquireLease(this.knex, name, waitMilliseconds)
  }

  async releaseLease({ name, holder }: { name: string; holder: string }): Promise<void> {
    await leaseOf(this.knex, name, holder).release()
  }

  /**
   * Up to `limit` applications whose look is due, each given to one caller only: whoever claims it
   * and dies leaves it due again two minutes later.
   */
  async claimDue(limit: number): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { id: string }[] }>(
      `update financing_application set next_look_at = now() + interval '2 minutes'
       where id in (
         select id from financing_application
         where next_look_at <= now() and deleted_at is null
         order by next_look_at limit ? for update skip locked
       ) returning id`,
      [limit]
    )
    return rows.map(({ id }) => id)
  }

  async applyForCart(input: ApplyInput): Promise<ApplyResult> {
    return await applyForCart(this, input)
  }

  async look(application: ApplicationRecord): Promise<Look> {
    return await look(this, application)
  }

  async settle(input: SettleInput): Promise<ApplicationRecord> {
    return await settle(this, input)
  }

  async refund(input: RefundInput): Promise<ApplicationRecord> {
    return await refund(this, input)
  }

  async cancel(input: { applicationId: string; reason: string }): Promise<CancelResult> {
    return await cancel(this, input)
  }

  async believeHint(hint: Hint): Promise<boolean> {
    return await believeHint(this, hint)
  }

  async tellOrderId(input: { applicationId: string; orderId: string }): Promise<boolean> {
    return await tellOrderId(this, input)
  }

  private get secret(): string {
    return this.options.secret[0] ?? ""
  }
}
