import type { Handler } from "./call"
import { createFullApplication } from "./create-full-application"
import { createOrder } from "./create-order"
import { createVirtualCart } from "./create-virtual-cart"
import type { EndpointName } from "./endpoint-paths"
import { cancel, refund, settle, updateOrderId } from "./order-actions"
import { partialRefund } from "./partial-refund"
import { createPreApproval, updateCartAndSend } from "./pre-approval"
import { requestToken } from "./request-token"
import { selectOffer } from "./select-offer"
import { getAddressStatus, getStatus } from "./status"
import { validatePostback } from "./validate-postback"

/** Handler of each call. */
export const HANDLERS: Record<EndpointName, Handler> = {
  requestToken,
  createOrder,
  createVirtualCart,
  createFullApplication,
  selectOffer,
  createPreApproval,
  updateCartAndSend,
  getStatus,
  getAddressStatus,
  settle,
  cancel,
  refund,
  partialRefund,
  updateOrderId,
  validatePostback,
}
