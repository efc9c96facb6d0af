export { processPostbacksWorkflow } from "./process-postbacks"
export { receivePostbackWorkflow, type ReceivePostbackInput } from "./receive-postback"
export {
  type SyncApplicationInput,
  type SyncCause,
  syncApplicationWorkflow,
  syncApplicationWorkflowId,
} from "./sync-application"
export { welcomeShopperBackWorkflow, type WelcomeBackInput } from "./welcome-shopper-back"
