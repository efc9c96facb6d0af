import * as client from "./client"
import { asResult, type Result } from "./result"

export type * from "./answers"
export type * from "./forms"
export { isConsumerFinancing, PROVIDER_ID, type Refused } from "./client"
import type { StoreSdk } from "./sdk"

export type { CallOptions, StoreSdk } from "./sdk"
export type { Result } from "./result"

type Call<Given extends unknown[], Value> = (...given: Given) => Promise<Value>

const returning =
  <Given extends unknown[], Value>(call: Call<Given, Value>): Call<Given, Result<Value>> =>
  (...given) =>
    asResult(call(...given))

/**
 * The same calls for server actions: each answers `{ ok: true, value }` or `{ ok: false, message }`, and
 * never throws. Give them the customer's `headers`.
 */
export const getConfig = /* @__PURE__ */ returning(client.getConfig)
export const getEligibility = /* @__PURE__ */ returning(client.getEligibility)
export const startFinancing = /* @__PURE__ */ returning(client.startFinancing)
export const getStatus = /* @__PURE__ */ returning(client.getStatus)
export const getApplication = /* @__PURE__ */ returning(client.getApplication)
export const selectOffer = /* @__PURE__ */ returning(client.selectOffer)
export const requestPreApproval = /* @__PURE__ */ returning(client.requestPreApproval)
export const getMyPreApproval = /* @__PURE__ */ returning(client.getMyPreApproval)
export const getPreApprovalOfCart = /* @__PURE__ */ returning(client.getPreApprovalOfCart)
export const claimPreApproval = /* @__PURE__ */ returning(client.claimPreApproval)

/**
 * Where a shopper goes on who comes back from the service: the cart's order, or else the checkout. For
 * the landing page of a shop whose Medusa has another domain (docs/storefront.md). The cart of an
 * address that somebody sent is asked about, and never made the shopper's own.
 * @param paths of the storefront, with `{order_id}` filled in
 */
export async function landingPath(
  sdk: StoreSdk,
  cartId: string,
  paths: { placed: string; open: string }
): Promise<string> {
  const found = await getStatus(sdk, cartId)
  const orderId = found.ok ? found.value.order_id : null
  return orderId ? paths.placed.replaceAll("{order_id}", encodeURIComponent(orderId)) : paths.open
}

/** A page that moves on by itself: what a page of the shop begins brings the cart's cookie along. */
export function moveOn(path: string): Response {
  const href = path.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
  return new Response(`<!doctype html><title>…</title><a href="${href}">Continue</a>`, {
    headers: { "Content-Type": "text/html; charset=utf-8", Refresh: `0; url=${path}` },
  })
}
