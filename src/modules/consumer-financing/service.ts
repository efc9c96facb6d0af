import { hasEnded } from "../../domain/application-state"
import { type Attempt, takeAttempts, takeVisit, type Visit } from "./coordination/attempts"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import type { Judgement } from "../../domain/judge-purchase"
import {
  listReviewCases,
  type ReviewCaseFilter,
  type ReviewCasePage,
  type ReviewCaseView,
} from "./operations/list-review-cases"
import { type AdoptInput, adoptRequest } from "./operations/find-live"
import type { ApplyInput } from "./operations/apply-again"
import { type ApplyResult, applyForCart } from "./operations/apply-for-cart"
import { type CancelInput, type CancelResult, cancel } from "./operations/cancel"
import { type LinkRefundRowInput, linkRefundRow } from "./operations/link-refund-row"
import {
  type ApplicationFile,
  type ApplicationFilter,
  type ApplicationPage,
  countOpen,
  listApplications,
  type OpenApplications,
  readApplication,
} from "./operations/list-applications"
import { type Health, readHealth } from "./operations/read-health"
import { checkEligibility, type EligibilityInput } from "./operations/check-eligibility"
import { type Overview, readOverview, type Shipping } from "./operations/read-overview"
import {
  listPayoutEvents,
  type PayoutDay,
  type PayoutEvent,
  type PayoutRange,
  sumPayoutDays,
} from "./operations/read-payout-report"
import { findLostToken, type Search } from "./operations/find-lost-token"
import type { Found } from "./operations/list-hints"
import { fullFlow, type FullFlowInput } from "./operations/full-flow"
import { awaitCreate } from "./operations/abandon-create"
import { limitForm, type Limited } from "./operations/limit-applications"
import { type StatusCheck, checkStatus, type Patience } from "./operations/check-status"
import {
  type ApplyAtServiceInput,
  applyForFinancing,
} from "./operations/pre-approvals/apply-for-financing"
import {
  endAttach,
  proveAttach,
  listAttachDoubt,
} from "./operations/pre-approvals/pre-approved-flow"
import { refund, type RefundInput } from "./operations/refund"
import { type RecordRefundInput, recordRefund } from "./operations/record-refund"
import { type TakeBackInput, takeBackRefund } from "./operations/take-back-refund"
import { type Resolution, resolveByPerson } from "./operations/resolve-by-person"
import { selectOffer, type SelectOfferInput } from "./operations/select-offer"
import { type SettleInput, settle } from "./operations/settle"
import { resolveByStatusCheck, listDoubt } from "./operations/resolve-by-status-check"
import { updateOrderId } from "./operations/update-order-id"
import { virtualFlow } from "./operations/hosted-flow"
import type { Environment, PluginOptions } from "../../options/options"
import { PreApprovals } from "./pre-approvals"
import type { ApplicationRecord } from "./records"
import { type Cleared, clearOldRecords } from "./retention"

import { SERVER_TIME_ZONE } from "../../domain/time-zone"
import { Context, type Dependencies } from "./context"
import { registerHealthGauges } from "./health-gauges"
import { type Filed, markProcessed, readInbox, type Opened } from "./store/inbox"
import type { Lease } from "./coordination/lease"
import type { Aggregate } from "./store/aggregate"
import { Rows } from "./store/rows"
import { exitOnWrongWorkflow } from "./loaders/check-configuration"

/**
 * The module's public service: its records, and the operations that change something at the service, each of them
 * journaled. It knows carts and orders only by id; callers read them. Methods without a comment are documented at
 * their implementation.
 */
export default class ConsumerFinancingModuleService extends Rows {
  /** Dependencies of the operations. */
  readonly context: Context
  readonly timeline: Context["timeline"]
  readonly schedule: Context["schedule"]
  readonly journal: Context["journal"]
  readonly outcomes: Context["outcomes"]
  readonly reviewCases: Context["reviewCases"]
  readonly tokens: Context["tokens"]
  readonly applications: Context["applications"]
  readonly closing: Context["closing"]
  readonly leases: Context["leases"]
  readonly addresses: Context["addresses"]
  readonly fingerprints: Context["fingerprints"]
  readonly settings: Context["settings"]
  readonly outages: Context["outages"]
  readonly clients: Context["clients"]
  readonly home: Context["home"]
  /**
   * For the module's own rows. Operations use the context's pool, because Medusa wraps each function of a service.
   */
  readonly knex: Context["knex"]
  readonly clock: Context["clock"]
  readonly preApprovals: PreApprovals

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    const context = new Context(this, dependencies, options)
    this.context = context
    this.timeline = context.timeline
    this.schedule = context.schedule
    this.journal = context.journal
    this.outcomes = context.outcomes
    this.reviewCases = context.reviewCases
    this.tokens = context.tokens
    this.applications = context.applications
    this.closing = context.closing
    this.leases = context.leases
    this.addresses = context.addresses
    this.fingerprints = context.fingerprints
    this.settings = context.settings
    this.outages = context.outages
    this.clients = context.clients
    this.home = context.home
    this.knex = context.knex
    this.clock = context.clock
    this.preApprovals = new PreApprovals(context)
  }

  private endTelling = (): void => undefined

  readonly __hooks = {
    onApplicationStart: async () => {
      exitOnWrongWorkflow(this.options, this.context.log)
      await this.context.begin()
      this.endTelling = registerHealthGauges(() => this.readHealth())
    },
    onApplicationShutdown: async () => {
      this.endTelling()
      await this.context.end()
    },
  }

  /** The current settings. Read them on each use: they change while servers run. */
  get options(): PluginOptions {
    return this.context.options
  }

  /** The time zone (IANA) in which staff's days begin. */
  get timeZone(): string {
    return this.options.timeZone ?? SERVER_TIME_ZONE
  }

  /** Whether shoppers can be sent to the service. */
  get isReady(): boolean {
    return this.context.isReady
  }

  async readInbox(applicationId: string): Promise<Opened> {
    return await readInbox(this.knex, applicationId)
  }

  async markPostbacksProcessed(filed: Filed[]): Promise<void> {
    await markProcessed(this.knex, filed)
  }

  /** Records a confirmed cancellation, at any code. */
  async markEnded(applicationId: string, { expired }: { expired: boolean }): Promise<void> {
    const { state } = await this.retrieveFinancingApplication(applicationId)
    if (!hasEnded(state)) {
      await this.updateFinancingApplications({
        id: applicationId,
        state: expired ? ("expired" as const) : ("cancelled" as const),
        expired,
      })
    }
    await endAttach(this.context, applicationId)
    await this.closing.close(applicationId)
  }

  async applyForCart(input: ApplyAtServiceInput): Promise<ApplyResult> {
    return await applyForFinancing(this.context, input)
  }

  async checkEligibility(input: EligibilityInput): Promise<Judgement> {
    return await checkEligibility(this.context, input)
  }

  /**
   * Applies with the shop's own form (endpoint 4). The form is personal data: call this directly, never from a
   * workflow, whose inputs Medusa stores and logs.
   */
  async applyInFull(input: ApplyInput & FullFlowInput): Promise<ApplyResult | Limited> {
    const { form, cellPhone, ...rest } = input
    const flow = fullFlow(this.context, { snapshot: rest.snapshot, form, cellPhone })
    return await limitForm(this.context, input, () => applyForCart(this.context, rest, flow))
  }

  /** Asks a customer to finance a draft or an order on the service's hosted page (endpoint 3). */
  async requestFinancing(
    snapshot: OrderSnapshot,
    { isExplicit = false }: Pick<ApplyInput, "isExplicit"> = {}
  ): Promise<ApplyResult> {
    return await applyForCart(
      this.context,
      { snapshot, paymentSessionId: null, isExplicit },
      virtualFlow(this.context, snapshot)
    )
  }

  async adoptRequest(input: AdoptInput): Promise<ApplicationRecord | null> {
    return await adoptRequest(this.context, input)
  }

  async takeVisit(applicationId: string): Promise<Visit> {
    return await takeVisit(this.context.knex, applicationId)
  }

  /** Counts an attempt under each name; null when it is allowed, else the seconds until it is. */
  async takeAttempts(attempts: readonly Attempt[]): Promise<number | null> {
    return await takeAttempts(this.context, attempts)
  }

  async clearOldRecords(): Promise<Cleared> {
    return await clearOldRecords(this.context.knex, this.options.retentionDays)
  }

  async selectOffer(input: SelectOfferInput): Promise<ApplicationRecord> {
    return await selectOffer(this.context, input)
  }

  async checkStatus(application: ApplicationRecord, patience?: Patience): Promise<StatusCheck> {
    return await checkStatus(this.context, application, patience)
  }

  /** Resolves a refund or attach in doubt that this status check proves. */
  async resolveByStatusCheck(seen: StatusCheck): Promise<void> {
    await resolveByStatusCheck(this.context, seen)
    await proveAttach(this.context, seen)
  }

  /** Opens a review case for an operation in doubt that no status check resolves. */
  async listDoubt(applicationId: string): Promise<void> {
    await listDoubt(this.context, applicationId)
    await listAttachDoubt(this.context, applicationId)
  }

  async listApplications(
    filter: ApplicationFilter,
    page: ApplicationPage
  ): Promise<{ applications: ApplicationRecord[]; count: number }> {
    return await listApplications(this.context, filter, page)
  }

  async readApplication(id: string): Promise<ApplicationFile> {
    return await readApplication(this.context, id)
  }

  /** The merchant's daily overview; days follow the time zone (IANA). */
  async readOverview(zone: string, days: number, shipping: Shipping): Promise<Overview> {
    const { environment, timeLimits: limits } = this.options
    return await readOverview(this.context, { zone, days, environment, limits, shipping })
  }

  async listPayoutEvents(
    range: PayoutRange,
    page: { take: number | null; skip: number }
  ): Promise<{ events: PayoutEvent[]; count: number }> {
    return await listPayoutEvents(this.context, range, page)
  }

  async sumPayoutDays(range: PayoutRange): Promise<PayoutDay[]> {
    return await sumPayoutDays(this.context, range)
  }

  async readHealth(): Promise<Health> {
    return await readHealth(this.context)
  }

  async countOpen(): Promise<Record<Environment, OpenApplications>> {
    return await countOpen(this.context)
  }

  async listReviewCases(
    filter: ReviewCaseFilter = {},
    page: ReviewCasePage = {}
  ): Promise<{ review_cases: ReviewCaseView[]; count: number }> {
    return await listReviewCases(this.context, filter, page)
  }

  async resolveByPerson(resolution: Resolution): Promise<void> {
    await resolveByPerson(this.context, resolution)
  }

  async settle(input: SettleInput): Promise<ApplicationRecord> {
    return await settle(this.context, input)
  }

  async refund(input: RefundInput): Promise<ApplicationRecord> {
    return await refund(this.context, input)
  }

  async linkRefundRow(input: LinkRefundRowInput): Promise<ApplicationRecord> {
    return await linkRefundRow(this.context, input)
  }

  async recordRefund(input: RecordRefundInput): Promise<void> {
    await recordRefund(this.context, input)
  }

  async takeBackRefund(input: TakeBackInput): Promise<void> {
    await takeBackRefund(this.context, input)
  }

  async cancel(input: CancelInput): Promise<CancelResult> {
    return await cancel(this.context, input)
  }

  async findLostToken(search: Search): Promise<Found> {
    return await findLostToken(this.context, search)
  }

  async awaitCreate(applicationId: string, found: Found): Promise<void> {
    await awaitCreate(this.context, applicationId, found)
  }

  async updateOrderId(
    known: Aggregate,
    telling: { orderId: string; lease: Lease }
  ): Promise<boolean> {
    return await updateOrderId(this.context, known, telling)
  }
}
