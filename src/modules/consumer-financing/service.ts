import { hasEnded } from "../../domain/application-state"
import { WITHOUT_ADDRESS } from "./application-book"
import { type Attempt, takeAttempts } from "./attempts"
import { takeVisit, type Visit } from "./coordination/visits"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import type { Refusal } from "../../translation/buying"
import type { AttentionView } from "./attention-view"
import { hasKnocked, knock } from "./knock"
import { isLeased, type Lease, releaseLease } from "./lease"
import { type AdoptInput, adoptRequest } from "./operations/adopt-request"
import { type ApplyInput, type ApplyResult, applyForCart } from "./operations/apply-for-cart"
import { type CancelInput, type CancelResult, cancel } from "./operations/cancel"
import { type EnterRefundInput, enterRefund } from "./operations/enter-refund"
import {
  type ApplicationFilter,
  type ApplicationPage,
  listApplications,
} from "./operations/list-applications"
import { type ApplicationFile, readApplication } from "./operations/read-application"
import { type Overview, readOverview } from "./operations/read-overview"
import { countOpen, type OpenApplications } from "./operations/count-open"
import { type ApplicationSummary, summarizeApplications } from "./operations/summarize-applications"
import { type Excluding, findExclusion } from "./operations/find-exclusion"
import { findLostAnswer, type Found, type Search } from "./operations/find-lost-answer"
import { fullWay, type FullWayInput } from "./operations/full-way"
import { awaitCreate } from "./operations/give-up-create"
import {
  type AttentionFilter,
  type AttentionPage,
  listAttentions,
} from "./operations/list-attentions"
import { limitForm, type Limited } from "./operations/limit-form"
import { type Look, look, type Patience } from "./operations/look"
import {
  type ApplyAtServiceInput,
  applyWithPreApproval,
} from "./operations/pre-approvals/apply-with-pre-approval"
import { endAttach, proveAttach, tellOfAttach } from "./operations/pre-approvals/prove-attach"
import { refund } from "./operations/refund"
import type { RefundInput } from "./operations/refund-plan"
import { type RecordRefundInput, recordRefund } from "./operations/record-refund"
import { type Resolution, resolveDoubt } from "./operations/resolve-doubt"
import { selectOffer, type SelectOfferInput } from "./operations/select-offer"
import { type SettleInput, settle } from "./operations/settle"
import { settleDoubt, tellOfDoubt } from "./operations/settle-doubt"
import { tellOrderId } from "./operations/tell-order-id"
import { virtualWay } from "./operations/virtual-way"
import type { Environment } from "../../options"
import type { ApplicationRecord } from "./records"
import { type Cleared, clearOldRecords } from "./retention"
import { ScheduleDesk } from "./schedule-desk"
import { type Filed, filePostbacks, openInbox, type Opened } from "./store/inbox"

/**
 * What the plugin remembers, and the verbs that change something at the service: every one of them
 * is journaled. It knows nothing of carts and orders but their ids; whoever calls it has read them.
 */
export default class ConsumerFinancingModuleService extends ScheduleDesk {
  /** See store/inbox.ts. */
  async openInbox(applicationId: string): Promise<Opened> {
    return await openInbox(this.knex, applicationId)
  }

  /** See store/inbox.ts. */
  async filePostbacks(filed: Filed[]): Promise<void> {
    await filePostbacks(this.knex, filed)
  }

  /** Ends the life of the record: nothing is looked at, adopted or shown any more. */
  async close(applicationId: string): Promise<void> {
    await this.release(applicationId)
    await this.updateFinancingApplications({ id: applicationId, next_look_at: null })
  }

  /** Makes room for another application. This one is still looked at: a person decides what becomes of it. */
  async release(applicationId: string): Promise<void> {
    await this.updateFinancingApplications({
      id: applicationId,
      live_key: null,
      ...WITHOUT_ADDRESS,
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
    await endAttach(this, applicationId)
    await this.close(applicationId)
  }

  /** Lets a payment session be made in the place of a cancelled payment, while it is held. */
  async allowPayingAgain(applicationId: string): Promise<Lease> {
    return await this.acquireLease(`pay-again:${applicationId}`)
  }

  /** Whether a workflow of ours is making such a session right now; a browser never is. */
  async mayBePaidAgain(applicationId: string): Promise<boolean> {
    return await isLeased(this.knex, `pay-again:${applicationId}`)
  }

  /** Whether somebody settles, cancels or refunds it right now, by the lease that they hold. */
  async isMoneyMoved(applicationId: string): Promise<boolean> {
    return await isLeased(this.knex, `money:${applicationId}`)
  }

  async releaseLease(lease: { name: string; holder: string }): Promise<void> {
    await releaseLease(this.knex, lease)
  }

  /** Leaves word for the holder of a lease that there is more to do. */
  async knock(lease: string): Promise<void> {
    await knock(this.knex, lease)
  }

  async hasKnocked(lease: string): Promise<boolean> {
    return await hasKnocked(this.knex, lease)
  }

  /** Applies with the shopper's pre-approval (endpoint 7), or at the hosted page (endpoint 2). */
  async applyForCart(input: ApplyAtServiceInput): Promise<ApplyResult> {
    return await applyWithPreApproval(this, input)
  }

  /** Why the merchant's settings keep a purchase from being financed, or null. */
  async findExclusion(excluding: Excluding): Promise<Refusal | null> {
    return await findExclusion(this, excluding)
  }

  /**
   * Applies with the shop's own form (endpoint 4). The applicant is personal: call it directly, never
   * from a workflow, whose inputs Medusa stores and logs.
   */
  async applyInFull(input: ApplyInput & FullWayInput): Promise<ApplyResult | Limited> {
    const { applicant, ...rest } = input
    return await limitForm(this, input, () =>
      applyForCart(this, rest, fullWay(this, { snapshot: rest.snapshot, applicant }))
    )
  }

  /** Asks a customer to finance a draft or an order, at the service's hosted page (endpoint 3). */
  async requestFinancing(snapshot: OrderSnapshot): Promise<ApplyResult> {
    return await applyForCart(
      this,
      { snapshot, paymentSessionId: null },
      virtualWay(this, snapshot)
    )
  }

  /** Lets a payment session of an order rest on what its customer was asked to finance. */
  async adoptRequest(input: AdoptInput): Promise<ApplicationRecord | null> {
    return await adoptRequest(this, input)
  }

  /** Whether a cart has, or had, an application: sessions may rest on one that does not count any more. */
  async hasApplication(cartId: string): Promise<boolean> {
    const [one] = await this.listFinancingApplications({ cart_id: cartId }, { take: 1 })
    return one !== undefined
  }

  /** Whether a cart becomes an order right now, by the lease of whoever completes it. */
  async isCartBeingCompleted(cartId: string): Promise<boolean> {
    return await isLeased(this.knex, `complete:${cartId}`)
  }

  /** Whether an order is being made of what an application is for: a sync or a completion is under way. */
  async isPurchaseBeingMade({
    id,
    cart_id,
  }: Pick<ApplicationRecord, "id" | "cart_id">): Promise<boolean> {
    return (
      (await isLeased(this.knex, `sync:${id}`)) ||
      (cart_id !== null && (await this.isCartBeingCompleted(cart_id)))
    )
  }

  /** Counts a visit of an application's return address, and says what it may lead to. */
  async takeVisit(applicationId: string): Promise<Visit> {
    return await takeVisit(this.knex, applicationId)
  }

  /** Null when an attempt may be made, and was counted under each name; else the seconds until it may. */
  async takeAttempts(attempts: readonly Attempt[]): Promise<number | null> {
    return await takeAttempts(this, attempts)
  }

  /** Removes what is older than the merchant wants it kept, and nobody needs. */
  async clearOldRecords(): Promise<Cleared> {
    return await clearOldRecords(this.knex, this.options.retentionDays)
  }

  /** Chooses one of a full application's offers (endpoint 5). */
  async selectOffer(input: SelectOfferInput): Promise<ApplicationRecord> {
    return await selectOffer(this, input)
  }

  async look(application: ApplicationRecord, patience?: Patience): Promise<Look> {
    return await look(this, application, patience)
  }

  /** Ends the doubt about a refund, or a cart's attaching, that this look proves. */
  async settleDoubt(seen: Look): Promise<void> {
    await settleDoubt(this, seen)
    await proveAttach(this, seen)
  }

  /** Asks a person about a call of ours that nobody can say the end of, where a look says nothing. */
  async tellOfDoubt(applicationId: string): Promise<void> {
    await tellOfDoubt(this, applicationId)
    await tellOfAttach(this, applicationId)
  }

  /** A page of applications, the newest first, and how many there are. */
  async listApplications(
    filter: ApplicationFilter,
    page: ApplicationPage
  ): Promise<{ applications: ApplicationRecord[]; count: number }> {
    return await listApplications(this, filter, page)
  }

  /** Everything that is remembered of one application. Throws MedusaError NOT_FOUND. */
  async readApplication(id: string): Promise<ApplicationFile> {
    return await readApplication(this, id)
  }

  /** How many applications there are of each state, and what they add up to. */
  async summarizeApplications(): Promise<ApplicationSummary> {
    return await summarizeApplications(this)
  }

  /** What a merchant wants to know every morning; days begin as they do in that zone (IANA). */
  async readOverview(zone: string): Promise<Overview> {
    const { environment, timeLimits: limits } = this.options
    return await readOverview(this, { zone, environment, limits })
  }

  /** What is under way in each environment of the service. */
  async countOpen(): Promise<Record<Environment, OpenApplications>> {
    return await countOpen(this)
  }

  /** A page of what people have to look at, and how many there are. */
  async listAttentions(
    filter: AttentionFilter = {},
    page: AttentionPage = {}
  ): Promise<{ attentions: AttentionView[]; count: number }> {
    return await listAttentions(this, filter, page)
  }

  /** Ends the doubt about an operation by a person's word. */
  async resolveDoubt(resolution: Resolution): Promise<void> {
    await resolveDoubt(this, resolution)
  }

  async settle(input: SettleInput): Promise<ApplicationRecord> {
    return await settle(this, input)
  }

  async refund(input: RefundInput): Promise<ApplicationRecord> {
    return await refund(this, input)
  }

  /** Lets a refund row of Medusa stand for a refund that happened: nothing is sent. */
  async enterRefund(input: EnterRefundInput): Promise<ApplicationRecord> {
    return await enterRefund(this, input)
  }

  /** A refund that was made in the service's portal, by a person's word: nothing is sent. */
  async recordRefund(input: RecordRefundInput): Promise<void> {
    await recordRefund(this, input)
  }

  async cancel(input: CancelInput): Promise<CancelResult> {
    return await cancel(this, input)
  }

  /** Searches the postbacks for the token whose answer was lost. */
  async findLostAnswer(search: Search): Promise<Found> {
    return await findLostAnswer(this, search)
  }

  /** What is to be done about an application without a token. */
  async awaitCreate(applicationId: string, found: Found): Promise<void> {
    await awaitCreate(this, applicationId, found)
  }

  async tellOrderId(input: { applicationId: string; orderId: string }): Promise<boolean> {
    return await tellOrderId(this, input)
  }
}
