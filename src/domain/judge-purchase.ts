import { type Cents, inWords } from "./money"
import type { Ineligibility, Problem } from "./problem"

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
export type PurchaseFacts = {
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
  salesChannelId: string | null
}

/** Returns the first reason against financing, or null. The limits are inclusive. */
export function findIneligibility(facts: PurchaseFacts, limits: Limits): Ineligibility | null {
  const { isSetUp, currencyCode, total } = facts
  if (!isSetUp) return "not-set-up"
  if (share([facts.salesChannelId ?? ""], limits.excludedSalesChannelIds)) {
    return "excluded-sales-channel"
  }
  if (currencyCode.toLowerCase() !== "usd") return "currency"
  if (limits.minimum !== null && total < limits.minimum) return "below-minimum"
  if (limits.maximum !== null && total > limits.maximum) return "above-maximum"
  const isExcluded =
    share(facts.productIds, limits.excludedProductIds) ||
    share(facts.categoryIds, limits.excludedCategoryIds)
  if (isExcluded) return "excluded-product"
  if (limits.excludeGiftCards && facts.holdsGiftCard) return "excluded-gift-card"
  if (share(facts.customerGroupIds, limits.excludedCustomerGroupIds)) {
    return "excluded-customer-group"
  }
  const isStateExcluded = facts.state !== null && limits.excludedStates.includes(facts.state)
  return isStateExcluded ? "excluded-state" : null
}

const share = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => others.includes(one))

export type Refusal = { reason: Ineligibility; sentence: string }

/** `problems` must be solved before an application; `refusal` ends it for this purchase. */
export type Judgement = { problems: readonly Problem[]; refusal: Refusal | null }

type Judged = {
  facts: PurchaseFacts
  limits: Limits
  /** What the purchase lacks, by the address rules of the endpoint that it is applied for at. */
  problems: readonly Problem[]
  forStaff: boolean
}

/** Decides whether a purchase can be financed: every check that precedes an application. */
export function judgePurchase({ facts, limits, problems, forStaff }: Judged): Judgement {
  const reason = findIneligibility(facts, limits)
  const describe = forStaff ? describeForStaff : describeIneligibility
  const excluded = reason && { reason, sentence: describe(reason, limits) }
  return { problems, refusal: excluded ?? findFinal(problems) }
}

/** Finds a problem that no further step of the checkout can solve. */
function findFinal(problems: readonly Problem[]): Refusal | null {
  for (const { reason, sentence } of problems) if (reason) return { reason, sentence }
  return null
}

/** Returns why an application cannot be made now, for whom it was judged; null if it can. */
export function describeObstacle({ problems, refusal }: Judgement): string | null {
  return problems.map(({ sentence }) => sentence).join(" ") || (refusal?.sentence ?? null)
}

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

/** The steps of a checkout in their usual order. */
export const CHECKOUT_STEPS = [
  "items",
  "email",
  "shipping_address",
  "billing_address",
  "shipping_method",
] as const
type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

export type CartEligibility = {
  /** False only for obstacles that the checkout cannot remove. */
  is_available: boolean
  /** The payment session can be created now. */
  is_ready: boolean
  /** Missing or invalid steps. Empty when financing is not available. */
  missing: CheckoutStep[]
  reason: Ineligibility | null
  /** The reason or the next step, for the shopper. */
  sentence: string | null
}

const STEP_OF: Record<string, CheckoutStep | undefined> = {
  items: "items",
  email: "email",
  shipping_address: "shipping_address",
  billing_address: "billing_address",
  shipping_methods: "shipping_method",
}
/** Steps after which shipping or taxes may raise the total. */
const RAISES_TOTAL: readonly CheckoutStep[] = CHECKOUT_STEPS.filter((step) => step !== "email")
const TOO_LITTLE: readonly Ineligibility[] = ["below-minimum", "nothing-due"]

/**
 * Returns the eligibility of a cart during the checkout. A total below the minimum is final once no missing step can
 * raise it.
 */
export function toEligibility({ problems, refusal }: Judgement): CartEligibility {
  const found = new Set(problems.map(({ field }) => STEP_OF[field.split(".")[0] ?? ""]))
  const missing = CHECKOUT_STEPS.filter((step) => found.has(step))
  const mayRise = missing.some((step) => RAISES_TOTAL.includes(step))
  const isAvailable = refusal === null || (TOO_LITTLE.includes(refusal.reason) && mayRise)
  const toDo = problems.map(({ sentence }) => sentence).join(" ")
  return {
    is_available: isAvailable,
    is_ready: refusal === null && problems.length === 0,
    missing: isAvailable ? missing : [],
    reason: refusal?.reason ?? null,
    sentence: refusal?.sentence ?? (toDo || null),
  }
}

export function unavailableEligibility(): CartEligibility {
  const reason = "service-unavailable"
  const sentence = describeIneligibility(reason, { minimum: null, maximum: null })
  return { is_available: false, is_ready: false, missing: [], reason, sentence }
}
