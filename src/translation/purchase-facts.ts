import type { PurchaseFacts, Limits } from "../domain/judge-purchase"
import { fromDollars } from "../domain/money"
import { compact, type Rows } from "./medusa-rows"

/**
 * Fields of a cart or an order for `readPurchaseFacts`. All come from the server: categories are the products' current
 * ones.
 */
export const PURCHASE_FACTS_FIELDS: string[] = [
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

export type PurchaseFactsRecord = {
  currency_code?: string | null
  sales_channel_id?: string | null
  items?: Rows<Item>
  customer?: { groups?: Rows<{ id: string }> } | null
}

/** Reads who buys what. An item without a product, such as a custom charge, has no category. */
export function readPurchaseFacts(
  record: PurchaseFactsRecord,
  { total, isSetUp, state }: Pick<PurchaseFacts, "total" | "isSetUp" | "state">
): PurchaseFacts {
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

type Settings = {
  checkout: Omit<Limits, "minimum" | "maximum" | "excludedSalesChannelIds"> & {
    minimumAmount: number | null
    maximumAmount: number | null
  }
  storefronts: Readonly<Record<string, { enabled: boolean }>>
}

/** Reads which purchases the settings allow, in cents. */
export function toLimits({ checkout, storefronts }: Settings): Limits {
  const { minimumAmount, maximumAmount, ...excluded } = checkout
  const off = Object.entries(storefronts).filter(([, { enabled }]) => !enabled)
  return {
    minimum: fromDollars(minimumAmount),
    maximum: fromDollars(maximumAmount),
    ...excluded,
    excludedSalesChannelIds: off.map(([id]) => id),
  }
}

/** Whether the settings exclude products or customers, so that these must be read. */
export function hasExclusions(limits: Limits): boolean {
  const lists = [
    limits.excludedProductIds,
    limits.excludedCategoryIds,
    limits.excludedCustomerGroupIds,
    limits.excludedSalesChannelIds,
  ]
  return limits.excludeGiftCards || lists.some((list) => list.length > 0)
}
