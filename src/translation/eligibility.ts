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
 * What `readBuying` needs, for `query.graph` of a cart or an order. Everything is the server's own:
 * the categories are those of the products now, whoever wrote what into the items.
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

/** Who buys what. An item without a product, such as a charge that staff wrote, is of no category. */
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
    categoryIds: categories.flatMap(withThoseAbove),
    customerGroupIds: compact(record.customer?.groups).map(({ id }) => id),
  }
}

/** Medusa writes a category's ancestors into its path, each by its id. */
const withThoseAbove = ({ id, mpath }: Category) => [id, ...(mpath ?? "").split(".")]

type Checkout = {
  minimumAmount: number | null
  maximumAmount: number | null
} & Omit<Limits, "minimum" | "maximum">

type Settings = {
  checkout: Omit<Checkout, "excludedSalesChannelIds">
  storefronts: Readonly<Record<string, { enabled: boolean }>>
}

/** What the merchant's settings say of which carts are financed, taken together. */
export function rulesOf({ checkout, storefronts }: Settings): Checkout {
  const off = Object.entries(storefronts).filter(([, { enabled }]) => !enabled)
  return { ...checkout, excludedSalesChannelIds: off.map(([id]) => id) }
}

/** The merchant's settings, in cents. */
function toLimits({ minimumAmount, maximumAmount, ...excluded }: Checkout): Limits {
  const inCents = (dollars: number | null) => (dollars === null ? null : fromDollars(dollars))
  return { minimum: inCents(minimumAmount), maximum: inCents(maximumAmount), ...excluded }
}

/** Whether what is bought, and by whom, has to be read at all. */
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

/** Why the shop does not finance a cart or an order, in words for whoever asks; null when it does. */
export function judgeBuying(
  record: BuyingRecord,
  { total, state, checkout, isSetUp = true }: Judged,
  describe: typeof describeIneligibility = describeIneligibility
): Refusal | null {
  const limits = toLimits(checkout)
  const reason = findIneligibility(readBuying(record, { total, state, isSetUp }), limits)
  return reason && { reason, sentence: describe(reason, limits) }
}

/** What a checkout asks for, in the order in which it usually does. */
export const CHECKOUT_STEPS = [
  "items",
  "email",
  "shipping_address",
  "billing_address",
  "shipping_method",
] as const
type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

export type CartEligibility = {
  /** False only for what the shopper cannot change by going on. */
  isAvailable: boolean
  /** The payment session can be made as the cart is. */
  isReady: boolean
  /** What is still to come, or to be corrected. Empty when it is not available. */
  missing: CheckoutStep[]
  reason: Ineligibility | null
  /** Why not, or what to do first, for the shopper. */
  sentence: string | null
}

const STEP_OF: Record<string, CheckoutStep | undefined> = {
  items: "items",
  email: "email",
  shipping_address: "shipping_address",
  billing_address: "billing_address",
  shipping_methods: "shipping_method",
}
/** Shipping and taxes are on top once these are known. */
const RAISES_TOTAL: readonly CheckoutStep[] = CHECKOUT_STEPS.filter((step) => step !== "email")
const TOO_LITTLE: readonly Ineligibility[] = ["below-minimum", "nothing-due"]

type Seen = {
  /** Why the shop does not finance it, by its settings. */
  refusal: Refusal | null
  /** What keeps it from being applied for as it is. */
  problems: readonly Problem[]
  /** The address that counts names another country. */
  isAbroad: boolean
}

/**
 * What a storefront is told of a cart on its way through the checkout. A total that is too small is
 * final once nothing is missing that could raise it.
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

/** Whatever the cart is like: nobody can finance anything. */
export function refusedNow(reason: "service-unavailable"): CartEligibility {
  const sentence = describeIneligibility(reason, { minimum: null, maximum: null })
  return { isAvailable: false, isReady: false, missing: [], reason, sentence }
}

/** Of the cart's problems what no further step of the checkout changes. */
function findFinal(problems: readonly Problem[], isAbroad: boolean): Refusal | null {
  const at = (end: string) => problems.find(({ field }) => field.endsWith(end))
  const abroad = isAbroad ? at(".country_code") : undefined
  if (abroad) return { reason: "abroad", sentence: abroad.sentence }
  const free = at("total")
  return free ? { reason: "nothing-due", sentence: free.sentence } : null
}
