export type { AttentionCause } from "../domain/attention"
export type { AttentionAction } from "../domain/attention-actions"
export { checkAddressStatusWorkflow, type CheckAddressStatusInput } from "./check-address-status"
export type { AttentionView } from "../modules/consumer-financing/attention-view"
export {
  createFinancingRequestWorkflow,
  type CreateFinancingRequestInput,
} from "./create-financing-request"
export {
  listFinancingAttentionsWorkflow,
  type ListFinancingAttentionsInput,
} from "./list-attentions"
export { lookAtPreApprovalWorkflow, type LookAtPreApprovalInput } from "./look-at-pre-approval"
export {
  processPostbackAgainWorkflow,
  type ProcessPostbackAgainInput,
} from "./process-postback-again"
export { processPostbacksWorkflow } from "./process-postbacks"
export {
  resolveFinancingAttentionWorkflow,
  type ResolveFinancingAttentionInput,
  type ResolveFinancingAttentionResult,
} from "./resolve-attention"
export { resolveFinancingDoubtWorkflow, type ResolveFinancingDoubtInput } from "./resolve-doubt"
export { selectFinancingOfferWorkflow, type SelectFinancingOfferInput } from "./select-offer"
export { sendCustomerLinkWorkflow, type SendCustomerLinkInput } from "./send-customer-link"
export {
  sendFinancingRequestWorkflow,
  type SendFinancingRequestInput,
} from "./send-financing-request"
export { syncApplicationWorkflow, syncApplicationWorkflowId } from "./sync-application"
export type { SyncApplicationInput, SyncCause } from "../reconciliation/sync-input"
export { handleShopperReturnWorkflow, type WelcomeBackInput } from "./handle-shopper-return"
export {
  withdrawFinancingRequestWorkflow,
  type WithdrawFinancingRequestInput,
} from "./withdraw-financing-request"
export {
  wakePreApprovalWorkflow,
  type WakePreApprovalInput,
  type WokenPreApproval,
} from "./wake-pre-approval"
