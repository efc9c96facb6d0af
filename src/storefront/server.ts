import * as client from "./client"
import { toResult, type Result } from "./result"

export type * from "./answers"
export type * from "./forms"
export { isConsumerFinancing, PROVIDER_ID, type Problem, type Refused } from "./client"
import type { StoreSdk } from "./sdk"

export type { CallOptions, StoreSdk } from "./sdk"
export type { Result } from "./result"
export { expireTags, landing, type LandingPaths, type LandingShop, moveOn } from "./landing"

type Call<Args extends unknown[], Value> = (...args: Args) => Promise<Value>

const wrapCall =
  <Args extends unknown[], Value>(call: Call<Args, Value>): Call<Args, Result<Value>> =>
  (...args) =>
    toResult(call(...args))

/**
 * The client's calls for server actions. Each returns `{ ok: true, value }` or `{ ok: false, message }` and
 * never throws. Pass the customer's `headers`.
 */
export const getConfig = /* @__PURE__ */ wrapCall(client.getConfig)
export const getEligibility = /* @__PURE__ */ wrapCall(client.getEligibility)
export const startFinancing = /* @__PURE__ */ wrapCall(client.startFinancing)
export const getStatus = /* @__PURE__ */ wrapCall(client.getStatus)
export const getApplication = /* @__PURE__ */ wrapCall(client.getApplication)
export const selectOffer = /* @__PURE__ */ wrapCall(client.selectOffer)
export const requestPreApproval = /* @__PURE__ */ wrapCall(client.requestPreApproval)
export const getMyApplications = /* @__PURE__ */ wrapCall(client.getMyApplications)
export const getMyPreApproval = /* @__PURE__ */ wrapCall(client.getMyPreApproval)
export const getPreApprovalOfCart = /* @__PURE__ */ wrapCall(client.getPreApprovalOfCart)
export const claimPreApproval = /* @__PURE__ */ wrapCall(client.claimPreApproval)

/** Returns the cart, or null once it is an order, even if a cookie still holds its id. */
export async function unlessOrdered<Cart extends { id: string }>(
  sdk: StoreSdk,
  cart: Cart
): Promise<Cart | null> {
  const found = await getStatus(sdk, cart.id)
  return found.ok && found.value.order_id !== null ? null : cart
}

/** Reasons that shoppers cannot change, because they depend on the shop or its market. */
const HIDDEN_REASONS = [
  "not-set-up",
  "currency",
  "excluded-sales-channel",
  "excluded-customer-group",
]

/** A payment method. For financing, with the dashboard's texts and the reason why it is not available. */
export type OfferedMethod = {
  id: string
  title?: string
  description?: string
  /** A message for the shopper. If set, the method cannot be chosen. */
  reason?: string | null
}

/**
 * Adds the title, the description and, if the cart cannot be financed, the reason to financing's payment method.
 * Omits financing if the shopper cannot change the reason.
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
