export type { ReviewCause } from "../domain/review-causes"
export type { ReviewAction } from "../domain/review-actions"
export { checkAddressStatusWorkflow, type CheckAddressStatusInput } from "./check-address-status"
export type { ReviewCaseView } from "../modules/consumer-financing/operations/list-review-cases"
export {
  createFinancingRequestWorkflow,
  type CreateFinancingRequestInput,
} from "./create-financing-request"
export {
  checkPreApprovalWorkflow,
  type CheckPreApprovalInput,
  wakePreApprovalWorkflow,
  type WakePreApprovalInput,
  type WokenPreApproval,
} from "./pre-approvals"
export {
  listFinancingReviewCasesWorkflow,
  type ListFinancingReviewCasesInput,
  resolveFinancingDoubtWorkflow,
  type ResolveFinancingDoubtInput,
  resolveFinancingReviewCaseWorkflow,
  type ResolveFinancingReviewCaseInput,
  type ResolveFinancingReviewCaseResult,
  takeBackRefundWorkflow,
  type TakeBackRefundInput,
} from "./review-cases"
export {
  processPostbackAgainWorkflow,
  type ProcessPostbackAgainInput,
  processPostbacksWorkflow,
} from "./process-postbacks"
export { selectFinancingOfferWorkflow, type SelectFinancingOfferInput } from "./select-offer"
export { sendCustomerLinkWorkflow, type SendCustomerLinkInput } from "./send-customer-link"
export {
  sendFinancingRequestWorkflow,
  type SendFinancingRequestInput,
  withdrawFinancingRequestWorkflow,
  type WithdrawFinancingRequestInput,
} from "./financing-requests"
export {
  reconcileApplicationWorkflow,
  reconcileApplicationWorkflowId,
} from "./reconcile-application"
export type { ReconcileApplicationInput, ReconcileCause } from "../reconciliation/turn"
export { handleShopperReturnWorkflow, type ShopperReturnInput } from "./handle-shopper-return"
