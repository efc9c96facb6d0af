import type { z } from "@medusajs/framework/zod"
import {
  addressStatus,
  addressStatusInput,
  applicationStatus,
  postbackVerdict,
  statusInput,
  validatePostbackBody,
} from "./messages/status"
import {
  createOrderBody,
  creationAnswer,
  preApprovalBody,
  updateCartAnswer,
  updateCartInput,
  virtualCartBody,
} from "./messages/creation"
import {
  fullApplicationAnswer,
  fullApplicationBody,
  selectOfferAnswer,
  selectOfferInput,
} from "./messages/full-application"
import {
  confirmation,
  orderIdInput,
  partialRefundAnswer,
  partialRefundInput,
  refundInput,
  settleOrCancelInput,
} from "./messages/order-management"
import { tokenBody, tokenRecord } from "./messages/token"

/** Which of the client's time limits a call falls under. */
export type DeadlineClass = "token" | "read" | "create" | "money"

/** One row of the table of endpoints: everything that tells one call from another. */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** Its number in the interface's list. */
  number: number
  /** The client's method. */
  operation: string
  method: "GET" | "POST"
  /** Below the base URL; `{name}` is filled from the input's field of that name. */
  path: string
  /** Input fields that go into the query, when given. */
  query: readonly string[]
  /**
   * `none`: no body. `rest`: all fields of the input that path and query do not take.
   * `body`: the input's field `body`.
   */
  body: "none" | "rest" | "body"
  encoding: "json" | "form"
  auth: "basic" | "bearer" | "none"
  answer: "json" | "text"
  /** Whether a 204 says that it was done. Elsewhere only words do: money hangs on them. */
  doneWithoutContent: boolean
  /**
   * True only for calls that change nothing, whatever their method: 5 is a GET that writes, 9 and
   * 15 are POSTs that read. All others are sent once, but for the repeat after a 401.
   */
  safeToRepeat: boolean
  deadline: DeadlineClass
  input: In
  output: Out
}

type Row<In extends z.ZodType, Out extends z.ZodType> = Pick<
  Endpoint<In, Out>,
  "number" | "operation" | "path" | "deadline" | "input" | "output"
> &
  Partial<Endpoint<In, Out>>

/** A row with what most rows have in common: a JSON POST with a bearer token that writes. */
export function endpoint<In extends z.ZodType, Out extends z.ZodType>(
  row: Row<In, Out>
): Endpoint<In, Out> {
  return {
    method: "POST",
    query: [],
    body: "rest",
    encoding: "json",
    auth: "bearer",
    answer: "json",
    doneWithoutContent: false,
    safeToRepeat: false,
    ...row,
  }
}

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
