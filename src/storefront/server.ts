import * as client from "./client"
import { asResult, type Result } from "./result"

export type * from "./answers"
export type * from "./forms"
export { isConsumerFinancing, PROVIDER_ID, type Problem, type Refused } from "./client"
import type { StoreSdk } from "./sdk"

export type { CallOptions, StoreSdk } from "./sdk"
export type { Result } from "./result"
export { expireTags, landing, type LandingPaths, type LandingShop, moveOn } from "./landing"

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
export const getMyApplications = /* @__PURE__ */ returning(client.getMyApplications)
export const getMyPreApproval = /* @__PURE__ */ returning(client.getMyPreApproval)
export const getPreApprovalOfCart = /* @__PURE__ */ returning(client.getPreApprovalOfCart)
export const claimPreApproval = /* @__PURE__ */ returning(client.claimPreApproval)

/** The cart, but null once it is an order: it is no cart any more, whatever a cookie says. */
export async function unlessOrdered<Cart extends { id: string }>(
  sdk: StoreSdk,
  cart: Cart
): Promise<Cart | null> {
  const found = await getStatus(sdk, cart.id)
  return found.ok && found.value.order_id !== null ? null : cart
}

/** Reasons that lie in the shop or in its market, which a shopper cannot change. */
const HIDDEN_REASONS = [
  "not-set-up",
  "currency",
  "excluded-sales-channel",
  "excluded-customer-group",
]

/** A payment method; of financing also what the dashboard says of it, and why this cart cannot use it. */
export type OfferedMethod = {
  id: string
  title?: string
  description?: string
  /** For the shopper; the method cannot be chosen then. */
  reason?: string | null
}

/**
 * Payment methods with financing's title, description and, where the cart cannot be financed, the reason.
 * Financing is left out where the shopper could do nothing about the reason.
 */
export async function offeredMethods<Method extends { id: string }>(
  sdk: StoreSdk,
  cartId: string,
  methods: Promise<Method[] | null>
): Promise<(Method & OfferedMethod)[] | null> {
  const [all, found] = await Promise.all([methods, getEligibility(sdk, cartId)])
  if (all === null) return null
  const eligibility =
    found.ok && !HIDDEN_REASONS.includes(found.value.reason ?? "") ? found.value : null
  return all.flatMap((method) => {
    if (!client.isConsumerFinancing(method.id)) return [method]
    if (eligibility === null) return []
    const { title, description, is_available, sentence } = eligibility
    return [{ ...method, title, description, reason: is_available ? null : sentence }]
  })
}
