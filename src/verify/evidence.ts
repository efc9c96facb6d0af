import type { FinancingErrorCode, EndpointName } from "../financing-api"

/** Calls that a run can record, with their endpoint and a description of the request without personal data. */
export const CALLS = {
  token: { operation: "requestToken", sent: "the credentials" },
  "token-wrong-password": { operation: "requestToken", sent: "a wrong password" },
  "token-second": { operation: "requestToken", sent: "the credentials again" },
  "token-after-second": { operation: "getStatus", sent: "the first access token" },
  create: { operation: "createOrder", sent: "a cart in range" },
  "create-below": { operation: "createOrder", sent: "a cart of $1" },
  "create-above": { operation: "createOrder", sent: "a cart of $999,999" },
  "create-po-box": { operation: "createOrder", sent: "a PO box" },
  "status-new": { operation: "getStatus", sent: "a new token" },
  "status-unknown": { operation: "getStatus", sent: "an unknown token" },
  "status-null": { operation: "getStatus", sent: "the token null" },
  "status-named": { operation: "getStatus", sent: "the token that you named" },
  "address-status": { operation: "getAddressStatus", sent: "the same address" },
  "address-status-other": { operation: "getAddressStatus", sent: "another address" },
  "order-id": { operation: "updateOrderId", sent: "an order id" },
  "order-id-again": { operation: "updateOrderId", sent: "another order id" },
  "validate-right": { operation: "validatePostback", sent: "the right details" },
  "validate-wrong": { operation: "validatePostback", sent: "another address" },
  "validate-unknown": { operation: "validatePostback", sent: "an unknown token" },
  cancel: { operation: "cancel", sent: "a new token" },
  "status-cancelled": { operation: "getStatus", sent: "the cancelled token" },
  "cancel-again": { operation: "cancel", sent: "the cancelled token" },
  "virtual-cart": { operation: "createVirtualCart", sent: "with an address" },
  "virtual-cart-no-address": { operation: "createVirtualCart", sent: "without an address" },
  "pre-approval": { operation: "createPreApproval", sent: "name, e-mail, phone" },
  "status-pre-approval": { operation: "getStatus", sent: "the pre-approval" },
  "attach-cart": { operation: "updateCartAndSend", sent: "a cart, not approved yet" },
  "status-after-attach": { operation: "getStatus", sent: "the pre-approval" },
  "full-application": { operation: "createFullApplication", sent: "your test person" },
  "status-full-application": { operation: "getStatus", sent: "the full application" },
  "select-offer": { operation: "selectOffer", sent: "the first offer" },
  "select-offer-again": { operation: "selectOffer", sent: "the last offer" },
  "create-to-sign": { operation: "createOrder", sent: "a cart to sign" },
  "status-signed": { operation: "getStatus", sent: "the signed token" },
  "validate-signed": { operation: "validatePostback", sent: "the right details" },
  "validate-signed-wrong": { operation: "validatePostback", sent: "another address" },
  settle: { operation: "settle", sent: "the signed token" },
  "status-settled": { operation: "getStatus", sent: "the settled token" },
  "settle-again": { operation: "settle", sent: "the settled token" },
  "status-after-repeat": { operation: "getStatus", sent: "the settled token" },
  "partial-refund-items": { operation: "partialRefund", sent: "items" },
  "partial-refund-application-items": { operation: "partialRefund", sent: "applicationItems" },
  "partial-refund-both": { operation: "partialRefund", sent: "both names" },
  "status-replaced": { operation: "getStatus", sent: "the replaced token" },
  "status-new-token": { operation: "getStatus", sent: "the new token" },
  "order-id-new-token": { operation: "updateOrderId", sent: "an order id, new token" },
  refund: { operation: "refund", sent: "the rest" },
  "status-refunded": { operation: "getStatus", sent: "the refunded token" },
} as const satisfies Record<string, { operation: EndpointName; sent: string }>

export type CallName = keyof typeof CALLS

/** Recorded call. `answer` may contain tokens and addresses and never leaves memory. */
export interface Exchange {
  name: CallName
  httpStatus: number | null
  /** Milliseconds, including retries. */
  ms: number
  /** Null after success. */
  error: FinancingErrorCode | null
  /** Documented fields that are missing or unreadable in a success. */
  tolerated: string[]
  /** Raw JSON object. Empty for other bodies. */
  answer: Record<string, unknown>
  /** True after a 401, even when the retry with a new access token succeeds. */
  hadUnauthorized: boolean
  body: "json" | "text" | "html" | "empty"
  /** Word of a plain-text response. Empty for JSON and HTML. */
  word: string
}

/** Received postback. Holds field names and labels only. */
export interface Postback {
  encoding: "form" | "json" | "other"
  fields: string[]
  labels: Record<string, string>
  /** Last call before it arrived. */
  after: CallName | null
  /** Milliseconds since the end of that call. */
  lateMs: number
}

export interface Evidence {
  exchanges: Exchange[]
  /** Null without `--listen`. */
  postbacks: Postback[] | null
}

/** Finds the last exchange of a call. */
export function findExchange(evidence: Evidence, name: CallName): Exchange | undefined {
  return evidence.exchanges.findLast((exchange) => exchange.name === name)
}

type SuccessfulExchange = Exchange & { error: null }

export const isSuccess = (one: Exchange | undefined): one is SuccessfulExchange =>
  one?.error === null

/** Checks whether the service refused the call with a 4xx. */
export const isRefused = (one: Exchange | undefined): one is Exchange & { httpStatus: number } =>
  one !== undefined && (one.httpStatus ?? 0) >= 400 && (one.httpStatus ?? 0) < 500

/** Reads the status code of a successful call, or null. */
export function readStatus(evidence: Evidence, name: CallName): string | null {
  const one = findExchange(evidence, name)
  const status = isSuccess(one) ? one.answer.status : null
  return typeof status === "string" && status !== "" ? status : null
}

/** Masks a value of the service unless it is a short code that a report may show. */
export function maskCode(code: unknown): string {
  return typeof code === "string" && /^[A-Za-z_-]{1,12}$/.test(code) ? code : "another value"
}

/** Describes a result: `accepted`, an HTTP status, or the reason for a missing answer. */
export function describeExchange(exchange: Exchange): string {
  if (exchange.error === null) return "accepted"
  if (exchange.httpStatus === null) return `no answer (${exchange.error})`
  return exchange.httpStatus < 300
    ? `HTTP ${exchange.httpStatus}, not understood`
    : `HTTP ${exchange.httpStatus}`
}
