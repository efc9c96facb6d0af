import {
  type Buying,
  describeIneligibility,
  findIneligibility,
  type Ineligibility,
  type Limits,
} from "../domain/eligibility"
import { type Cents, fromDollars } from "../domain/money"
import { compact } from "./compact"

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
type Product = {
  id: string
  is_giftcard?: boolean | null
  categories?: readonly (Category | null)[] | null
}
type Item = {
  product_id?: string | null
  is_giftcard?: boolean | null
  product?: Product | null
}

export type BuyingRecord = {
  currency_code?: string | null
  sales_channel_id?: string | null
  items?: readonly (Item | null)[] | null
  customer?: { groups?: readonly ({ id: string } | null)[] | null } | null
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
  return { minimum: inCents(minimumAmount), maximum: inCents(maximumAmount), ...excluded }
}

const inCents = (dollars: number | null): Cents | null =>
  dollars === null ? null : fromDollars(dollars)

/** Whether what is bought, and by whom, has to be read at all. */
export function hasExclusions(checkout: Checkout): boolean {
  const { excludedProductIds, excludedCategoryIds, excludedCustomerGroupIds } = checkout
  if (checkout.excludeGiftCards) return true
  return [
    excludedProductIds,
    excludedCategoryIds,
    excludedCustomerGroupIds,
    checkout.excludedSalesChannelIds,
  ].some((list) => list.length > 0)
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
