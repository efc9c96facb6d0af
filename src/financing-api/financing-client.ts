import type { CallOptions } from "./call"
import type {
  AddressStatus,
  AddressStatusInput,
  ApplicationStatus,
  PostbackVerdict,
  StatusInput,
  ValidatePostbackBody,
} from "./messages/status"
import type {
  CreateOrderBody,
  Creation,
  PreApprovalBody,
  UpdateCartInput,
  UpdatedCart,
  VirtualCartBody,
} from "./messages/creation"
import type {
  FullApplication,
  FullApplicationBody,
  SelectedOffer,
  SelectOfferInput,
} from "./messages/full-application"
import type {
  CancelInput,
  Confirmation,
  OrderIdInput,
  PartialRefundAnswer,
  PartialRefundInput,
  RefundInput,
  SettleInput,
} from "./messages/order-management"
import type { TokenRecord } from "./messages/token"

/**
 * The service's 15 endpoints (section "Endpoints"). Bodies are shaped as the interface shapes them,
 * amounts in dollars with at most two decimals.
 *
 * Every method rejects with a FinancingError and nothing else: InvalidRequestError (our field, not
 * sent), UnreachableError (not sent), CredentialsError, RefusedError (a 4xx), InDoubtError. What a
 * caller needs to know is `error.outcome`: `did-not-happen` or `in-doubt`.
 */
export interface FinancingClient {
  /** 1. A token record for direct use; the client's own cache is neither read nor written. */
  requestToken(options?: CallOptions): Promise<TokenRecord>
  /** 2. An application for a cart. `refused` (out of range, PO box) is a value with a page. */
  createOrder(body: CreateOrderBody, options?: CallOptions): Promise<Creation>
  /** 3. The same for a cart that staff built; other field names. */
  createVirtualCart(body: VirtualCartBody, options?: CallOptions): Promise<Creation>
  /** 4. The customer's full details in, offers out. */
  createFullApplication(body: FullApplicationBody, options?: CallOptions): Promise<FullApplication>
  /** 5. Chooses an offer. A GET that writes: never repeated automatically. */
  selectOffer(input: SelectOfferInput, options?: CallOptions): Promise<SelectedOffer>
  /** 6. A pre-approval without a cart. */
  createPreApproval(body: PreApprovalBody, options?: CallOptions): Promise<Creation>
  /** 7. Attaches a cart to a pre-approved application and sends it to the customer. */
  updateCartAndSend(input: UpdateCartInput, options?: CallOptions): Promise<UpdatedCart>
  /** 8. What the service thinks now. Safe to repeat. */
  getStatus(input: StatusInput, options?: CallOptions): Promise<ApplicationStatus>
  /** 9. Status by address: a POST that reads. Safe to repeat. */
  getAddressStatus(input: AddressStatusInput, options?: CallOptions): Promise<AddressStatus>
  /** 10. The order has shipped. `postback` left out means true. */
  settle(input: SettleInput, options?: CallOptions): Promise<Confirmation>
  /** 11. Ends an application that was not funded. */
  cancel(input: CancelInput, options?: CallOptions): Promise<Confirmation>
  /** 12. The full amount back. */
  refund(input: RefundInput, options?: CallOptions): Promise<Confirmation>
  /** 13. A part back: the cart as it shall look afterwards. The caller judges the answer. */
  partialRefund(input: PartialRefundInput, options?: CallOptions): Promise<PartialRefundAnswer>
  /** 14. The order's final number. */
  updateOrderId(input: OrderIdInput, options?: CallOptions): Promise<Confirmation>
  /** 15. One of three exact words; none of them approves anything. Sent without a token. */
  validatePostback(body: ValidatePostbackBody, options?: CallOptions): Promise<PostbackVerdict>
  /** Refuses further calls, lets running ones end, then closes the connections. */
  close(): Promise<void>
}
