export { createFinancingClient, type FinancingClient } from "./client"
export type {
  EndedCall,
  FinancingClientOptions,
  FinancingLogger,
  LogFields,
  ReceivedAnswer,
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
export { readAnswer, textOf } from "./read-answer"
export { type DeadlineClass, type Endpoint, ENDPOINTS, type EndpointName } from "./endpoints"

export {
  type AddressStatus,
  type ApplicationStatus,
  type PostbackVerdict,
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
} from "./messages/full-application"
export {
  type Confirmation,
  type PartialRefundAnswer,
  type PartialRefundBody,
  partialRefundBody,
} from "./messages/order-management"
export type { TokenRecord } from "./messages/token"
