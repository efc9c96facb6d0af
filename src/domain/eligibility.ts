import { type Cents, inWords } from "./money"

/** Why the shop does not finance a purchase; the service has its own rules. */
export const INELIGIBILITIES = [
  "not-set-up",
  "service-unavailable",
  "currency",
  "below-minimum",
  "above-maximum",
  "excluded-product",
  "excluded-gift-card",
  "excluded-customer-group",
  "excluded-state",
  "excluded-sales-channel",
  "abroad",
  "nothing-due",
] as const
export type Ineligibility = (typeof INELIGIBILITIES)[number]

/** The merchant's limits. Null for no limit. */
export type Limits = {
  minimum: Cents | null
  maximum: Cents | null
  excludedProductIds: readonly string[]
  excludedCategoryIds: readonly string[]
  excludedCustomerGroupIds: readonly string[]
  /** Two capital letters each. */
  excludedStates: readonly string[]
  excludeGiftCards: boolean
  /** Sales channels whose storefronts do not offer financing. */
  excludedSalesChannelIds: readonly string[]
}

/** A purchase and its customer, read on the server. */
export type Buying = {
  isSetUp: boolean
  currencyCode: string
  total: Cents
  productIds: readonly string[]
  /** Of the products, with every category above them. */
  categoryIds: readonly string[]
  customerGroupIds: readonly string[]
  /** The purchase contains a gift card; payment with one does not count. */
  holdsGiftCard: boolean
  /** The customer's state: two capital letters, null while unknown. */
  state: string | null
  /** The sales channel; null while unknown. */
  salesChannelId: string | null
}

/** Returns the first reason against financing, or null. The limits are inclusive. */
export function findIneligibility(buying: Buying, limits: Limits): Ineligibility | null {
  const { isSetUp, currencyCode, total } = buying
  if (!isSetUp) return "not-set-up"
  if (share([buying.salesChannelId ?? ""], limits.excludedSalesChannelIds)) {
    return "excluded-sales-channel"
  }
  if (currencyCode.toLowerCase() !== "usd") return "currency"
  if (limits.minimum !== null && total < limits.minimum) return "below-minimum"
  if (limits.maximum !== null && total > limits.maximum) return "above-maximum"
  const isExcluded =
    share(buying.productIds, limits.excludedProductIds) ||
    share(buying.categoryIds, limits.excludedCategoryIds)
  if (isExcluded) return "excluded-product"
  if (limits.excludeGiftCards && buying.holdsGiftCard) return "excluded-gift-card"
  if (share(buying.customerGroupIds, limits.excludedCustomerGroupIds)) {
    return "excluded-customer-group"
  }
  const isStateExcluded = buying.state !== null && limits.excludedStates.includes(buying.state)
  return isStateExcluded ? "excluded-state" : null
}

const share = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => others.includes(one))

/** For the shopper; reveals neither customer groups nor the merchant's lists. */
export function describeIneligibility(
  reason: Ineligibility,
  { minimum, maximum }: Pick<Limits, "minimum" | "maximum">
): string {
  const otherwise = "Please choose another payment method."
  const amount = (limit: Cents | null) => (limit === null ? "" : inWords(limit))
  const SENTENCES: Record<Ineligibility, string> = {
    "not-set-up": `Financing is not available in this shop at the moment. ${otherwise}`,
    "service-unavailable": `Financing is not available right now. ${otherwise}`,
    currency: "Financing is available for purchases in US dollars only.",
    "below-minimum": `Financing is available for purchases of ${amount(minimum)} or more. ${otherwise}`,
    "above-maximum": `Financing is available for purchases of up to ${amount(maximum)}. ${otherwise}`,
    "excluded-product": `Something in this purchase cannot be financed. ${otherwise}`,
    "excluded-gift-card":
      "Gift cards cannot be financed. Remove them from your cart, or choose another payment method.",
    "excluded-customer-group": `Financing is not available for your account. ${otherwise}`,
    "excluded-state": `Financing is not available for addresses in your state. ${otherwise}`,
    "excluded-sales-channel": `Financing is not available in this shop. ${otherwise}`,
    abroad: "Financing is available for addresses in the United States only.",
    "nothing-due": "Nothing is left to finance.",
  }
  return SENTENCES[reason]
}

/** For staff who ask a customer to finance a draft or an order. */
export function describeForStaff(
  reason: Ineligibility,
  { minimum, maximum }: Pick<Limits, "minimum" | "maximum">
): string {
  const WHY: Record<Ineligibility, string> = {
    "not-set-up": "financing is not set up",
    "service-unavailable": "the financing service cannot be used right now",
    currency: "it is not in US dollars",
    "below-minimum": `it is below the minimum of ${minimum === null ? "" : inWords(minimum)}`,
    "above-maximum": `it is above the maximum of ${maximum === null ? "" : inWords(maximum)}`,
    "excluded-product": "one of its products, or its category, is excluded",
    "excluded-gift-card": "there is a gift card in it",
    "excluded-customer-group": "a group of its customer is excluded",
    "excluded-state": "the state of its address is excluded",
    "excluded-sales-channel": "it is turned off for its sales channel",
    abroad: "its address is not in the United States",
    "nothing-due": "nothing is left to finance",
  }
  return `By this shop's settings it cannot be financed: ${WHY[reason]}. No request was made.`
}
