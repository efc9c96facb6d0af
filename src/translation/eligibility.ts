import {
  type Buying,
  describeIneligibility,
  findIneligibility,
  type Ineligibility,
  type Limits,
} from "../domain/eligibility"
import { type Cents, fromDollars } from "../domain/money"
import type { Problem } from "../domain/problem"
import { compact, type Rows } from "./medusa-rows"

/**
 * Fields of a cart or an order for `readBuying`. All come from the server: categories are the products' current
 * ones.
 */
export const BUYING_FIELDS: string[] = [
  "id",
  "currency_code",
  "sales_channel_id",
  "items.product_id",
  "items.is_giftcard",
  "items.product.id",
  "items.product.is_giftcard",
  "items.product.categories.id",
  "items.product.categories.mpath",
  "customer.groups.id",
]

type Category = { id: string; mpath?: string | null }
type Product = { id: string; is_giftcard?: boolean | null; categories?: Rows<Category> }
type Item = { product_id?: string | null; is_giftcard?: boolean | null; product?: Product | null }

export type BuyingRecord = {
  currency_code?: string | null
  sales_channel_id?: string | null
  items?: Rows<Item>
  customer?: { groups?: Rows<{ id: string }> } | null
}

/** Reads who buys what. An item without a product, such as a custom charge, has no category. */
export function readBuying(
  record: BuyingRecord,
  { total, isSetUp, state }: Pick<Buying, "total" | "isSetUp" | "state">
): Buying {
  const items = compact(record.items)
  const categories = items.flatMap(({ product }) => compact(product?.categories))
  return {
    isSetUp,
    total,
    state,
    salesChannelId: record.sales_channel_id ?? null,
    holdsGiftCard: items.some(({ is_giftcard, product }) => is_giftcard || product?.is_giftcard),
    currencyCode: record.currency_code ?? "",
    productIds: items.flatMap(({ product_id, product }) => compact([product_id, product?.id])),
    categoryIds: categories.flatMap(withAncestors),
    customerGroupIds: compact(record.customer?.groups).map(({ id }) => id),
  }
}

/** Medusa stores the ids of a category's ancestors in its path. */
const withAncestors = ({ id, mpath }: Category) => [id, ...(mpath ?? "").split(".")]

type Checkout = {
  minimumAmount: number | null
  maximumAmount: number | null
} & Omit<Limits, "minimum" | "maximum">

type Settings = {
  checkout: Omit<Checkout, "excludedSalesChannelIds">
  storefronts: Readonly<Record<string, { enabled: boolean }>>
}

/** Combines the settings that restrict which carts are financed. */
export function rulesOf({ checkout, storefronts }: Settings): Checkout {
  const off = Object.entries(storefronts).filter(([, { enabled }]) => !enabled)
  return { ...checkout, excludedSalesChannelIds: off.map(([id]) => id) }
}

/** Converts the settings to cents. */
function toLimits({ minimumAmount, maximumAmount, ...excluded }: Checkout): Limits {
  const inCents = (dollars: number | null) => (dollars === null ? null : fromDollars(dollars))
  return { minimum: inCents(minimumAmount), maximum: inCents(maximumAmount), ...excluded }
}

/** Whether the settings exclude products or customers, so that these must be read. */
export function hasExclusions(checkout: Checkout): boolean {
  const lists = [
    checkout.excludedProductIds,
    checkout.excludedCategoryIds,
    checkout.excludedCustomerGroupIds,
    checkout.excludedSalesChannelIds,
  ]
  return checkout.excludeGiftCards || lists.some((list) => list.length > 0)
}

type Judged = {
  total: Cents
  state: string | null
  checkout: Checkout
  isSetUp?: boolean
}

export type Refusal = { reason: Ineligibility; sentence: string }

/** Explains to the requester why the shop does not finance a cart or an order; null if it does. */
export function judgeBuying(
  record: BuyingRecord,
  { total, state, checkout, isSetUp = true }: Judged,
  describe: typeof describeIneligibility = describeIneligibility
): Refusal | null {
  const limits = toLimits(checkout)
  const reason = findIneligibility(readBuying(record, { total, state, isSetUp }), limits)
  return reason && { reason, sentence: describe(reason, limits) }
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
  isAvailable: boolean
  /** The payment session can be created now. */
  isReady: boolean
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

type Seen = {
  /** Why the settings exclude it. */
  refusal: Refusal | null
  /** What prevents an application now. */
  problems: readonly Problem[]
  /** The relevant address is in another country. */
  isAbroad: boolean
}

/**
 * Returns the eligibility of a cart during the checkout. A total below the minimum is final once no missing step can
 * raise it.
 */
export function judgeEligibility({ refusal, problems, isAbroad }: Seen): CartEligibility {
  const found = new Set(problems.map(({ field }) => STEP_OF[field.split(".")[0] ?? ""]))
  const missing = CHECKOUT_STEPS.filter((step) => found.has(step))
  const why = refusal ?? findFinal(problems, isAbroad)
  const mayRise = missing.some((step) => RAISES_TOTAL.includes(step))
  const isAvailable = why === null || (TOO_LITTLE.includes(why.reason) && mayRise)
  const toDo = problems.map(({ sentence }) => sentence).join(" ")
  return {
    isAvailable,
    isReady: why === null && problems.length === 0,
    missing: isAvailable ? missing : [],
    reason: why?.reason ?? null,
    sentence: why?.sentence ?? (toDo || null),
  }
}

/** The eligibility of every cart while the service is unavailable. */
export function unavailableEligibility(reason: "service-unavailable"): CartEligibility {
  const sentence = describeIneligibility(reason, { minimum: null, maximum: null })
  return { isAvailable: false, isReady: false, missing: [], reason, sentence }
}

/** Finds a problem that no further step of the checkout can solve. */
function findFinal(problems: readonly Problem[], isAbroad: boolean): Refusal | null {
  const at = (end: string) => problems.find(({ field }) => field.endsWith(end))
  const abroad = isAbroad ? at(".country_code") : undefined
  if (abroad) return { reason: "abroad", sentence: abroad.sentence }
  const free = at("total")
  return free ? { reason: "nothing-due", sentence: free.sentence } : null
}
