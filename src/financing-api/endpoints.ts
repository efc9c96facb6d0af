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

/** The time limit that applies to a call. */
export type DeadlineClass = "token" | "read" | "create" | "money"

/** One row of the table of endpoints, with everything specific to a call. */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** Its number in the interface's list. */
  number: number
  /** The client's method. */
  operation: string
  method: "GET" | "POST"
  /** Below the base URL; `{name}` is filled from the input's field of that name. */
  path: string
  /** Input fields sent in the query, if given. */
  query: readonly string[]
  /**
   * `none`: no body. `rest`: all fields of the input except those of path and query.
   * `body`: the input's field `body`.
   */
  body: "none" | "rest" | "body"
  encoding: "json" | "form"
  auth: "basic" | "bearer" | "none"
  answer: "json" | "text"
  /** Whether a 204 confirms the call. Calls that move money need an explicit answer. */
  doneWithoutContent: boolean
  /**
   * True only for calls that change nothing, whatever their method: 5 is a GET that writes, 9 and 15 are POSTs that
   * read. All others are sent once, except for the repeat after a 401.
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

/** Builds a row from common defaults: a JSON POST with a bearer token that writes. */
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

/**
 * The service's whole interface, one row per endpoint; the client's methods follow from it. A new endpoint also needs
 * its path in the simulator's `sandbox/endpoints/endpoint-paths.ts` and a handler in `handlers.ts` there, and the
 * documented fields of its answer in `verify/recorder.ts`. If it changes an application in a new way, it needs a kind
 * in `domain/operation.ts`, and a migration of the check on `financing_operation.kind`.
 */
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
  /** Creates an application for a cart. `refused` (out of range, PO box) is a result with a page. */
  createOrder: endpoint(2, "createOrder", {
    path: "/application/ecommerce/orders",
    deadline: "create",
    input: createOrderBody,
    output: creationAnswer,
  }),
  /** Creates one for a cart that staff built, under other field names. */
  createVirtualCart: endpoint(3, "createVirtualCart", {
    path: "/ecommerce/application/create/cart",
    deadline: "create",
    input: virtualCartBody,
    output: creationAnswer,
  }),
  /** Creates an application from the customer's full details; returns offers. */
  createFullApplication: endpoint(4, "createFullApplication", {
    path: "/ecommerce/application/create",
    deadline: "create",
    input: fullApplicationBody,
    output: fullApplicationAnswer,
  }),
  /** Selects an offer. A GET that writes, so it is never repeated automatically. */
  selectOffer: endpoint(5, "selectOffer", {
    method: "GET",
    path: "/ecommerce/application/{applicationToken}/offers/select/{offerId}",
    body: "none",
    deadline: "create",
    input: selectOfferInput,
    output: selectOfferAnswer,
  }),
  /** Creates a pre-approval without a cart. */
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
  /** Reads the current status. */
  getStatus: endpoint(8, "getStatus", {
    method: "GET",
    path: "/ecommerce/application/{applicationToken}/status",
    body: "none",
    safeToRepeat: true,
    deadline: "read",
    input: statusInput,
    output: applicationStatus,
  }),
  /** Reads the status by address, with a POST. */
  getAddressStatus: endpoint(9, "getAddressStatus", {
    path: "/ecommerce/application/{applicationToken}/address/status",
    safeToRepeat: true,
    deadline: "read",
    input: addressStatusInput,
    output: addressStatus,
  }),
  /** Settles a shipped order. An omitted `postback` means true. */
  settle: endpoint(10, "settle", {
    path: "/ecommerce/application/{applicationToken}/settle",
    query: ["postback"],
    body: "none",
    deadline: "money",
    input: settleOrCancelInput,
    output: confirmation,
  }),
  /** Cancels an application that is not funded. */
  cancel: endpoint(11, "cancel", {
    path: "/ecommerce/application/{applicationToken}/cancel",
    query: ["postback"],
    body: "none",
    deadline: "money",
    input: settleOrCancelInput,
    output: confirmation,
  }),
  /** Refunds the full amount. */
  refund: endpoint(12, "refund", {
    path: "/ecommerce/application/{applicationToken}/refund",
    deadline: "money",
    input: refundInput,
    output: confirmation,
  }),
  /** Refunds a part: the body is the cart after the refund. The caller judges the answer. */
  partialRefund: endpoint(13, "partialRefund", {
    path: "/ecommerce/application/{applicationToken}/partial/refund",
    body: "body",
    deadline: "money",
    input: partialRefundInput,
    output: partialRefundAnswer,
  }),
  /** Sets the order's final number. */
  updateOrderId: endpoint(14, "updateOrderId", {
    path: "/ecommerce/application/{applicationToken}/update/order/id",
    doneWithoutContent: true,
    deadline: "money",
    input: orderIdInput,
    output: confirmation,
  }),
  /** Returns one of three exact words; none of them approves anything. Sent without a token. */
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

export type EndpointName = keyof typeof ENDPOINTS
