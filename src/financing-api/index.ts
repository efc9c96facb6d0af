export { createFinancingClient } from "./client"
export type { FinancingClient } from "./financing-client"
export type {
  EndedCall,
  FinancingClientOptions,
  FinancingLogger,
  LogFields,
} from "./client-options"
export type { CallOptions } from "./call"
export { type Clock, systemClock } from "./deadline"
export {
  CredentialsError,
  FinancingError,
  type FinancingErrorCode,
  type FinancingOutcome,
  InDoubtError,
  InvalidRequestError,
  RefusedError,
  UnreachableError,
} from "./errors"
export { type DeadlineClass, type Endpoint, ENDPOINTS, type OperationName } from "./endpoints"

export {
  type AddressStatus,
  type AddressStatusInput,
  type ApplicationStatus,
  type PostbackVerdict,
  type StatusInput,
  type ValidatePostbackBody,
  validatePostbackBody,
} from "./messages/status"
export { applicationToken, type CartItem, cartItem } from "./messages/fields"
export {
  type CreateOrderBody,
  createOrderBody,
  type Creation,
  type PreApprovalBody,
  preApprovalBody,
  type UpdateCartBody,
  updateCartBody,
  type UpdateCartInput,
  type UpdatedCart,
  type VirtualCartBody,
  virtualCartBody,
} from "./messages/creation"
export {
  type FullApplication,
  type FullApplicationBody,
  fullApplicationBody,
  type Offer,
  type SelectedOffer,
  type SelectOfferInput,
} from "./messages/full-application"
export {
  type CancelInput,
  type Confirmation,
  type OrderIdInput,
  type PartialRefundAnswer,
  type PartialRefundBody,
  partialRefundBody,
  type PartialRefundInput,
  type RefundInput,
  type SettleInput,
} from "./messages/order-management"
export type { TokenRecord } from "./messages/token"
