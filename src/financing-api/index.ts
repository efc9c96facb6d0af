export { createFinancingClient } from "./client"
export type { FinancingClient } from "./financing-client"
export type {
  EndedCall,
  FinancingClientOptions,
  FinancingLogger,
  LogFields,
} from "./client-options"
export type { CallOptions } from "./call"
export { type Clock, systemClock } from "./clock"
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
export type { DeadlineClass, Endpoint } from "./endpoint"
export { ENDPOINTS, type OperationName } from "./endpoints"

export {
  type AddressStatus,
  type AddressStatusInput,
  type ApplicationStatus,
  type StatusInput,
} from "./messages/application-status"
export { type CartItem, cartItem } from "./messages/cart-item"
export { type CreateOrderBody, createOrderBody } from "./messages/create-order"
export type { Creation } from "./messages/creation-answer"
export { applicationToken } from "./messages/fields"
export { type FullApplicationBody, fullApplicationBody } from "./messages/full-application"
export type { FullApplication, Offer } from "./messages/full-application-answer"
export type {
  CancelInput,
  Confirmation,
  OrderIdInput,
  RefundInput,
  SettleInput,
} from "./messages/order-management"
export {
  type PartialRefundAnswer,
  type PartialRefundBody,
  type PartialRefundInput,
  partialRefundBody,
} from "./messages/partial-refund"
export { type PreApprovalBody, preApprovalBody } from "./messages/pre-approval"
export type { SelectedOffer, SelectOfferInput } from "./messages/select-offer"
export type { TokenRecord } from "./messages/token"
export {
  type UpdateCartBody,
  type UpdateCartInput,
  type UpdatedCart,
  updateCartBody,
} from "./messages/update-cart"
export {
  type PostbackVerdict,
  type ValidatePostbackBody,
  validatePostbackBody,
} from "./messages/validate-postback"
export { type VirtualCartBody, virtualCartBody } from "./messages/virtual-cart"
