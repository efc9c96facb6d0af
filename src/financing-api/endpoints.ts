import { endpoint } from "./endpoint"
import { addressStatus, addressStatusInput } from "./messages/application-status"
import { applicationStatus, statusInput } from "./messages/application-status"
import { createOrderBody } from "./messages/create-order"
import { creationAnswer } from "./messages/creation-answer"
import { fullApplicationBody } from "./messages/full-application"
import { fullApplicationAnswer } from "./messages/full-application-answer"
import { confirmation, orderIdInput } from "./messages/order-management"
import { refundInput, settleOrCancelInput } from "./messages/order-management"
import { partialRefundAnswer, partialRefundInput } from "./messages/partial-refund"
import { preApprovalBody } from "./messages/pre-approval"
import { selectOfferAnswer, selectOfferInput } from "./messages/select-offer"
import { tokenBody, tokenRecord } from "./messages/token"
import { updateCartAnswer, updateCartInput } from "./messages/update-cart"
import { postbackVerdict, validatePostbackBody } from "./messages/validate-postback"
import { virtualCartBody } from "./messages/virtual-cart"

/** The whole interface: section "Endpoint list", one row per endpoint. */
export const ENDPOINTS = {
  requestToken: endpoint({
    number: 1,
    operation: "requestToken",
    path: "/uaa/oauth/token",
    encoding: "form",
    auth: "basic",
    safeToRepeat: true,
    deadline: "token",
    input: tokenBody,
    output: tokenRecord,
  }),
  createOrder: endpoint({
    number: 2,
    operation: "createOrder",
    path: "/application/ecommerce/orders",
    deadline: "create",
    input: createOrderBody,
    output: creationAnswer,
  }),
  createVirtualCart: endpoint({
    number: 3,
    operation: "createVirtualCart",
    path: "/ecommerce/application/create/cart",
    deadline: "create",
    input: virtualCartBody,
    output: creationAnswer,
  }),
  createFullApplication: endpoint({
    number: 4,
    operation: "createFullApplication",
    path: "/ecommerce/application/create",
    deadline: "create",
    input: fullApplicationBody,
    output: fullApplicationAnswer,
  }),
  selectOffer: endpoint({
    number: 5,
    operation: "selectOffer",
    method: "GET",
    path: "/ecommerce/application/{applicationToken}/offers/select/{offerId}",
    body: "none",
    deadline: "create",
    input: selectOfferInput,
    output: selectOfferAnswer,
  }),
  createPreApproval: endpoint({
    number: 6,
    operation: "createPreApproval",
    path: "/ecommerce/application/pre-approval/send",
    deadline: "create",
    input: preApprovalBody,
    output: creationAnswer,
  }),
  updateCartAndSend: endpoint({
    number: 7,
    operation: "updateCartAndSend",
    path: "/ecommerce/application/{applicationToken}/cart/update/send",
    body: "body",
    deadline: "create",
    input: updateCartInput,
    output: updateCartAnswer,
  }),
  getStatus: endpoint({
    number: 8,
    operation: "getStatus",
    method: "GET",
    path: "/ecommerce/application/{applicationToken}/status",
    body: "none",
    safeToRepeat: true,
    deadline: "read",
    input: statusInput,
    output: applicationStatus,
  }),
  getAddressStatus: endpoint({
    number: 9,
    operation: "getAddressStatus",
    path: "/ecommerce/application/{applicationToken}/address/status",
    safeToRepeat: true,
    deadline: "read",
    input: addressStatusInput,
    output: addressStatus,
  }),
  settle: endpoint({
    number: 10,
    operation: "settle",
    path: "/ecommerce/application/{applicationToken}/settle",
    query: ["postback"],
    body: "none",
    deadline: "money",
    input: settleOrCancelInput,
    output: confirmation,
  }),
  cancel: endpoint({
    number: 11,
    operation: "cancel",
    path: "/ecommerce/application/{applicationToken}/cancel",
    query: ["postback"],
    body: "none",
    deadline: "money",
    input: settleOrCancelInput,
    output: confirmation,
  }),
  refund: endpoint({
    number: 12,
    operation: "refund",
    path: "/ecommerce/application/{applicationToken}/refund",
    deadline: "money",
    input: refundInput,
    output: confirmation,
  }),
  partialRefund: endpoint({
    number: 13,
    operation: "partialRefund",
    path: "/ecommerce/application/{applicationToken}/partial/refund",
    body: "body",
    deadline: "money",
    input: partialRefundInput,
    output: partialRefundAnswer,
  }),
  updateOrderId: endpoint({
    number: 14,
    operation: "updateOrderId",
    path: "/ecommerce/application/{applicationToken}/update/order/id",
    doneWithoutContent: true,
    deadline: "money",
    input: orderIdInput,
    output: confirmation,
  }),
  validatePostback: endpoint({
    number: 15,
    operation: "validatePostback",
    path: "/application-validation/validateipn",
    auth: "none",
    answer: "text",
    safeToRepeat: true,
    deadline: "read",
    input: validatePostbackBody,
    output: postbackVerdict,
  }),
} as const

export type OperationName = keyof typeof ENDPOINTS
