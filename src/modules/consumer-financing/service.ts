import { hasEnded } from "../../domain/application-state"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { SERVER_TIME_ZONE } from "../../domain/time-zone"
import { Context } from "./context"
import { takeAttempts, takeVisit } from "./coordination/attempts"
import { registerHealthGauges } from "./health-gauges"
import { exitOnWrongWorkflow } from "./loaders/check-configuration"
import { awaitCreate } from "./operations/abandon-create"
import { applyForCart, type ApplyInput, type ApplyResult } from "./operations/apply-for-cart"
import { cancel } from "./operations/cancel"
import { checkEligibility } from "./operations/check-eligibility"
import { checkStatus } from "./operations/check-status"
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
import { endAttach } from "./operations/pre-approvals/pre-approved-flow"
import { requestPreApproval } from "./operations/pre-approvals/request-pre-approval"
import { readHealth } from "./operations/read-health"
import { readOverview } from "./operations/read-overview"
import { listPayoutEvents, sumPayoutDays } from "./operations/read-payout-report"
import { recordRefund, takeBackRefund } from "./operations/record-refund"
import { resolveByStaff } from "./operations/resolve-by-staff"
import { listDoubt, resolveByStatusCheck } from "./operations/resolve-by-status-check"
import { selectOffer } from "./operations/select-offer"
import { settle } from "./operations/settle"
import { updateOrderId } from "./operations/update-order-id"
import { clearOldRecords } from "./retention"
import { addPostback, markPostbacksProcessed, readInbox } from "./store/inbox"

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
export default class ConsumerFinancingModuleService extends Context {
  /** For operations that other rooms call. */
  readonly context: Context = this

  readonly adoptRequest = bind(this, adoptRequest)
  readonly applyForCart = bind(this, applyForFinancing)
  readonly awaitCreate = bind(this, awaitCreate)
  readonly cancel = bind(this, cancel)
  readonly checkEligibility = bind(this, checkEligibility)
  readonly checkStatus = bind(this, checkStatus)
  readonly clearOldRecords = bind(this, clearOldRecords)
  readonly countOpen = bind(this, countOpen)
  readonly findLostToken = bind(this, findLostToken)
  readonly linkRefundRow = bind(this, linkRefundRow)
  readonly listApplications = bind(this, listApplications)
  readonly listDoubt = bind(this, listDoubt)
  readonly listPayoutEvents = bind(this, listPayoutEvents)
  readonly listReviewCases = bind(this, listReviewCases)
  readonly addPostback = bind(this, addPostback)
  readonly markPostbacksProcessed = bind(this, markPostbacksProcessed)
  readonly readApplication = bind(this, readApplication)
  readonly readHealth = bind(this, readHealth)
  readonly readInbox = bind(this, readInbox)
  readonly readOverview = bind(this, readOverview)
  readonly recordRefund = bind(this, recordRefund)
  readonly refund = bind(this, refund)
  readonly resolveByStaff = bind(this, resolveByStaff)
  readonly resolveByStatusCheck = bind(this, resolveByStatusCheck)
  readonly selectOffer = bind(this, selectOffer)
  readonly settle = bind(this, settle)
  readonly sumPayoutDays = bind(this, sumPayoutDays)
  readonly takeAttempts = bind(this, takeAttempts)
  readonly takeBackRefund = bind(this, takeBackRefund)
  readonly takeVisit = bind(this, takeVisit)
  readonly updateOrderId = bind(this, updateOrderId)

  /** Operations on pre-approvals until an application uses them. */
  readonly preApprovals = {
    attachClaim: bind(this, attachClaim),
    checkPreApproval: bind(this, checkPreApproval),
    claimDuePreApprovals: bind(this, claimDuePreApprovals),
    countDuePreApprovals: bind(this, countDuePreApprovals),
    findPreApproval: bind(this, findPreApproval),
    findPreApprovalOfCustomer: bind(this, findPreApprovalOfCustomer),
    requestPreApproval: bind(this, requestPreApproval),
  }

  private endTelling = (): void => undefined

  readonly __hooks = {
    onApplicationStart: async () => {
      exitOnWrongWorkflow(this.options, this.log)
      await this.begin()
      this.endTelling = registerHealthGauges(() => this.readHealth())
    },
    onApplicationShutdown: async () => {
      this.endTelling()
      await this.end()
    },
  }

  /** The time zone (IANA) in which staff's days begin. */
  get timeZone(): string {
    return this.options.timeZone ?? SERVER_TIME_ZONE
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
    await endAttach(this, applicationId)
    await this.closing.close(applicationId)
  }

  /**
   * Applies with the shop's own form (endpoint 4). The form is personal data: call this directly, never from a
   * workflow, whose inputs Medusa stores and logs.
   */
  async applyInFull(input: ApplyInput & FullFlowInput): Promise<ApplyResult | Limited> {
    const { form, cellPhone, ...rest } = input
    const flow = fullFlow(this, { snapshot: rest.snapshot, form, cellPhone })
    return await limitForm(this, input, () => applyForCart(this, rest, flow))
  }

  /** Asks a customer to finance a draft or an order on the service's hosted page (endpoint 3). */
  async requestFinancing(
    snapshot: OrderSnapshot,
    { isExplicit = false }: Pick<ApplyInput, "isExplicit"> = {}
  ): Promise<ApplyResult> {
    const input = { snapshot, paymentSessionId: null, isExplicit }
    return await applyForCart(this, input, virtualFlow(this, snapshot))
  }
}
