import type {
  AuthorizePaymentInput,
  CancelPaymentInput,
  CapturePaymentInput,
  DeletePaymentInput,
  GetPaymentStatusInput,
  InitiatePaymentInput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RetrievePaymentInput,
  UpdatePaymentInput,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, PaymentActions } from "@medusajs/framework/utils"
import { applicationToken } from "../../financing-api"
import { logUnexpected, type Needs, readNeeds } from "./needs"
import {
  toAuthorizationError,
  toMerchantError,
  toShopperError,
} from "../../translation/error-to-medusa"
import { authorize } from "./authorize"
import { capture } from "./capture"
import { initiate } from "./initiate"
import { refund } from "./refund"
import { retrieve, retrieveStatus, update } from "./retrieve"
import { requestCancellation } from "./request-cancellation"

/** The payment method `pp_consumer-financing_<id>`, with the methods of a Medusa payment provider. */
export class ConsumerFinancingProvider extends AbstractPaymentProvider {
  static override identifier = "consumer-financing"

  private readonly needs: Needs

  constructor(container: Record<string, unknown>, options?: Record<string, unknown>) {
    super(container, options)
    this.needs = readNeeds(container)
  }

  /** Applies for the session's cart, or adopts the cart's live application. */
  async initiatePayment(input: InitiatePaymentInput) {
    return await this.answering(toShopperError, initiate, input)
  }

  /** Authorizes only by the service's current answer, exact to the cent. */
  async authorizePayment(input: AuthorizePaymentInput) {
    return await this.answering(toAuthorizationError, authorize, input)
  }

  /** Settles the shipped order. */
  async capturePayment(input: CapturePaymentInput) {
    return await this.answering(toMerchantError, capture, input)
  }

  /** Refunds the rest, or a part with the remaining cart. */
  async refundPayment(input: RefundPaymentInput) {
    return await this.answering(toMerchantError, refund, input)
  }

  /** Requests a cancellation and never throws; the reconciliation cancels what nothing depends on. */
  async cancelPayment(input: CancelPaymentInput) {
    await requestCancellation(this.needs, input.data, "the payment was cancelled")
    return { data: input.data }
  }

  /** Requests a cancellation and never throws: a shopper must always be able to change the cart. */
  async deletePayment(input: DeletePaymentInput) {
    await requestCancellation(this.needs, input.data, "the payment session was removed")
    return { data: input.data }
  }

  /** Core's flows do not call it, shops may. The answer replaces the session's data. */
  async updatePayment(input: UpdatePaymentInput) {
    return await this.answering(toShopperError, update, input)
  }

  async retrievePayment(input: RetrievePaymentInput) {
    return await retrieve(this.needs, input)
  }

  async getPaymentStatus(input: GetPaymentStatusInput) {
    return await this.answering(toMerchantError, retrieveStatus, input)
  }

  /**
   * Returns no action, because core's hook route is public and an action with a stale session id would complete
   * another shopper's cart. A known token only wakes a status check.
   */
  async getWebhookActionAndData({ data }: ProviderWebhookPayload["payload"]) {
    const { tokens, schedule } = this.needs.financing
    const uuid = applicationToken.safeParse(data.uuid)
    const application = uuid.success ? await tokens.findApplication(uuid.data) : null
    if (application) {
      await schedule.requestReconcile(application.id)
    }
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  /** Converts every error: a message for the person, the location for the log. */
  private async answering<Input, Answer>(
    translate: (error: unknown) => Error,
    act: (needs: Needs, input: Input) => Promise<Answer>,
    input: Input
  ): Promise<Answer> {
    try {
      return await act(this.needs, input)
    } catch (error) {
      logUnexpected(this.needs.logger, error)
      throw translate(error)
    }
  }
}
