import { hasEnded } from "../../domain/application-state"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { SERVER_TIME_ZONE } from "../../domain/time-zone"
import type { PluginOptions } from "../../options/options"
import { Context, type Dependencies } from "./context"
import { takeAttempts, takeVisit } from "./coordination/attempts"
import { registerHealthGauges } from "./health-gauges"
import { exitOnWrongWorkflow } from "./loaders/check-configuration"
import { awaitCreate } from "./operations/abandon-create"
import { applyForCart, type ApplyInput, type ApplyResult } from "./operations/apply-for-cart"
import { cancel } from "./operations/cancel"
import { checkEligibility } from "./operations/check-eligibility"
import { checkStatus, type StatusCheck } from "./operations/check-status"
import { adoptRequest } from "./operations/find-live"
import { findLostToken } from "./operations/find-lost-token"
import { fullFlow, type FullFlowInput, virtualFlow } from "./operations/flows"
import { type Limited, limitForm } from "./operations/limit-applications"
import { linkRefundRow, refund } from "./operations/refund"
import { countOpen, listApplications, readApplication } from "./operations/list-applications"
import { listReviewCases } from "./operations/list-review-cases"
import { applyForFinancing } from "./operations/pre-approvals/apply-for-financing"
import { checkPreApproval } from "./operations/pre-approvals/check-pre-approval"
import {
  attachClaim,
  claimDuePreApprovals,
  countDuePreApprovals,
  findPreApproval,
  findPreApprovalOfCustomer,
} from "./operations/pre-approvals/find-pre-approval"
import {
  endAttach,
  listAttachDoubt,
  proveAttach,
} from "./operations/pre-approvals/pre-approved-flow"
import { requestPreApproval } from "./operations/pre-approvals/request-pre-approval"
import { readHealth } from "./operations/read-health"
import { readOverview } from "./operations/read-overview"
import { listPayoutEvents, sumPayoutDays } from "./operations/read-payout-report"
import { recordRefund, takeBackRefund } from "./operations/record-refund"
import { resolveByPerson } from "./operations/resolve-by-person"
import { listDoubt, resolveByStatusCheck } from "./operations/resolve-by-status-check"
import { selectOffer } from "./operations/select-offer"
import { settle } from "./operations/settle"
import { updateOrderId } from "./operations/update-order-id"
import { clearOldRecords } from "./retention"
import { addPostback, markPostbacksProcessed, readInbox } from "./store/inbox"
import { Rows } from "./store/rows"

/** Medusa's generated methods, with the context of the operations. */
class RowsWithContext extends Rows {
  readonly context: Context

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.context = new Context(this, dependencies, options)
  }
}

const bind =
  <Input extends unknown[], Result>(
    context: Context,
    operation: (context: Context, ...input: Input) => Result
  ) =>
  (...input: Input): Result =>
    operation(context, ...input)

/**
 * The module's public service: its records, and the operations that change something at the service, each of them
 * journaled. It knows carts and orders only by id; callers read them. Methods without a comment are documented at
 * their implementation.
 */
export default class ConsumerFinancingModuleService extends RowsWithContext {
  readonly timeline = this.context.timeline
  readonly schedule = this.context.schedule
  readonly journal = this.context.journal
  readonly outcomes = this.context.outcomes
  readonly reviewCases = this.context.reviewCases
  readonly tokens = this.context.tokens
  readonly applications = this.context.applications
  readonly closing = this.context.closing
  readonly leases = this.context.leases
  readonly addresses = this.context.addresses
  readonly fingerprints = this.context.fingerprints
  readonly settings = this.context.settings
  readonly outages = this.context.outages
  readonly clients = this.context.clients
  readonly home = this.context.home
  readonly clock = this.context.clock

  readonly adoptRequest = bind(this.context, adoptRequest)
  readonly applyForCart = bind(this.context, applyForFinancing)
  readonly awaitCreate = bind(this.context, awaitCreate)
  readonly cancel = bind(this.context, cancel)
  readonly checkEligibility = bind(this.context, checkEligibility)
  readonly checkStatus = bind(this.context, checkStatus)
  readonly clearOldRecords = bind(this.context, clearOldRecords)
  readonly countOpen = bind(this.context, countOpen)
  readonly findLostToken = bind(this.context, findLostToken)
  readonly linkRefundRow = bind(this.context, linkRefundRow)
  readonly listApplications = bind(this.context, listApplications)
  readonly listPayoutEvents = bind(this.context, listPayoutEvents)
  readonly listReviewCases = bind(this.context, listReviewCases)
  readonly addPostback = bind(this.context, addPostback)
  readonly markPostbacksProcessed = bind(this.context, markPostbacksProcessed)
  readonly readApplication = bind(this.context, readApplication)
  readonly readHealth = bind(this.context, readHealth)
  readonly readInbox = bind(this.context, readInbox)
  readonly readOverview = bind(this.context, readOverview)
  readonly recordRefund = bind(this.context, recordRefund)
  readonly refund = bind(this.context, refund)
  readonly resolveByPerson = bind(this.context, resolveByPerson)
  readonly selectOffer = bind(this.context, selectOffer)
  readonly settle = bind(this.context, settle)
  readonly sumPayoutDays = bind(this.context, sumPayoutDays)
  readonly takeAttempts = bind(this.context, takeAttempts)
  readonly takeBackRefund = bind(this.context, takeBackRefund)
  readonly takeVisit = bind(this.context, takeVisit)
  readonly updateOrderId = bind(this.context, updateOrderId)

  /** Operations on pre-approvals until an application uses them. */
  readonly preApprovals = {
    attachClaim: bind(this.context, attachClaim),
    checkPreApproval: bind(this.context, checkPreApproval),
    claimDuePreApprovals: bind(this.context, claimDuePreApprovals),
    countDuePreApprovals: bind(this.context, countDuePreApprovals),
    findPreApproval: bind(this.context, findPreApproval),
    findPreApprovalOfCustomer: bind(this.context, findPreApprovalOfCustomer),
    requestPreApproval: bind(this.context, requestPreApproval),
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

  get options(): PluginOptions {
    return this.context.options
  }

  /** The time zone (IANA) in which staff's days begin. */
  get timeZone(): string {
    return this.options.timeZone ?? SERVER_TIME_ZONE
  }

  get isReady(): boolean {
    return this.context.isReady
  }

  /** Records a confirmed cancellation, at any code. */
  async markEnded(applicationId: string, { expired }: { expired: boolean }): Promise<void> {
    const { state } = await this.retrieveFinancingApplication(applicationId)
    if (!hasEnded(state)) {
      await this.applications.update({
        id: applicationId,
        state: expired ? ("expired" as const) : ("cancelled" as const),
        expired,
      })
    }
    await endAttach(this.context, applicationId)
    await this.closing.close(applicationId)
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
}
