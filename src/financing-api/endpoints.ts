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
  "path" | "deadline" | "input" | "output"
> &
  Partial<Endpoint<In, Out>>

/** A row with what most rows have in common: a JSON POST with a bearer token that writes. */
function endpoint<In extends z.ZodType, Out extends z.ZodType>(
  number: number,
  operation: string,
  row: Row<In, Out>
): Endpoint<In, Out> {
  return {
    number,
    operation,
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
  requestToken: endpoint(1, "requestToken", {
    path: "/uaa/oauth/token",
    encoding: "form",
    auth: "basic",
    safeToRepeat: true,
    deadline: "token",
    input: tokenBody,
    output: tokenRecord,
  }),
  /** An application for a cart. `refused` (out of range, PO box) is a value with a page. */
  createOrder: endpoint(2, "createOrder", {
    path: "/application/ecommerce/orders",
    deadline: "create",
    input: createOrderBody,
    output: creationAnswer,
  }),
  /** The same for a cart that staff built; other field names. */
  createVirtualCart: endpoint(3, "createVirtualCart", {
    path: "/ecommerce/application/create/cart",
    deadline: "create",
    input: virtualCartBody,
    output: creationAnswer,
  }),
  /** The customer's full details in, offers out. */
  createFullApplication: endpoint(4, "createFullApplication", {
    path: "/ecommerce/application/create",
    deadline: "create",
    input: fullApplicationBody,
    output: fullApplicationAnswer,
  }),
  /** Chooses an offer. A GET that writes: never repeated automatically. */
  selectOffer: endpoint(5, "selectOffer", {
    method: "GET",
    path: "/ecommerce/application/{applicationToken}/offers/select/{offerId}",
    body: "none",
    deadline: "create",
    input: selectOfferInput,
    output: selectOfferAnswer,
  }),
  /** A pre-approval without a cart. */
  createPreApproval: endpoint(6, "createPreApproval", {
    path: "/ecommerce/application/pre-approval/send",
    deadline: "create",
    input: preApprovalBody,
    output: creationAnswer,
  }),
  /** Attaches a cart to a pre-approved application and sends it to the customer. */
  updateCartAndSend: endpoint(7, "updateCartAndSend", {
    path: "/ecommerce/application/{applicationToken}/cart/update/send",
    body: "body",
    deadline: "create",
    input: updateCartInput,
    output: updateCartAnswer,
  }),
  /** What the service thinks now. */
  getStatus: endpoint(8, "getStatus", {
    method: "GET",
    path: "/ecommerce/application/{applicationToken}/status",
    body: "none",
    safeToRepeat: true,
    deadline: "read",
    input: statusInput,
    output: applicationStatus,
  }),
  /** Status by address: a POST that reads. */
  getAddressStatus: endpoint(9, "getAddressStatus", {
    path: "/ecommerce/application/{applicationToken}/address/status",
    safeToRepeat: true,
    deadline: "read",
    input: addressStatusInput,
    output: addressStatus,
  }),
  /** The order has shipped. `postback` left out means true. */
  settle: endpoint(10, "settle", {
    path: "/ecommerce/application/{applicationToken}/settle",
    query: ["postback"],
    body: "none",
    deadline: "money",
    input: settleOrCancelInput,
    output: confirmation,
  }),
  /** Ends an application that was not funded. */
  cancel: endpoint(11, "cancel", {
    path: "/ecommerce/application/{applicationToken}/cancel",
    query: ["postback"],
    body: "none",
    deadline: "money",
    input: settleOrCancelInput,
    output: confirmation,
  }),
  /** The full amount back. */
  refund: endpoint(12, "refund", {
    path: "/ecommerce/application/{applicationToken}/refund",
    deadline: "money",
    input: refundInput,
    output: confirmation,
  }),
  /** A part back: the cart as it shall look afterwards. The caller judges the answer. */
  partialRefund: endpoint(13, "partialRefund", {
    path: "/ecommerce/application/{applicationToken}/partial/refund",
    body: "body",
    deadline: "money",
    input: partialRefundInput,
    output: partialRefundAnswer,
  }),
  /** The order's final number. */
  updateOrderId: endpoint(14, "updateOrderId", {
    path: "/ecommerce/application/{applicationToken}/update/order/id",
    doneWithoutContent: true,
    deadline: "money",
    input: orderIdInput,
    output: confirmation,
  }),
  /** One of three exact words; none of them approves anything. Sent without a token. */
  validatePostback: endpoint(15, "validatePostback", {
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
