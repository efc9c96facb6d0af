import type { Problem } from "../domain/problem"
import { compact } from "./compact"

type Item = {
  requires_shipping?: boolean | null
  variant?: { product?: { shipping_profile?: { id: string } | null } | null } | null
}
type Method = { shipping_option?: { shipping_profile_id?: string | null } | null }

export type ShippingRecord = {
  items?: readonly (Item | null)[] | null
  shipping_methods?: readonly (Method | null)[] | null
}

/** Whether something of it has to be sent. */
export function needsShipping({ items }: Pick<ShippingRecord, "items">): boolean {
  return compact(items).some(({ requires_shipping }) => requires_shipping)
}

const CHOOSE: Problem = {
  field: "shipping_methods",
  sentence: "Choose a shipping method first.",
}
const UNDELIVERABLE: Problem = {
  field: "items",
  sentence: "Something in your cart cannot be delivered any more. Please remove it first.",
}

/**
 * Why core could not complete a cart for want of shipping, by its own rule (`validate-shipping` of
 * `complete-cart`): what is sent needs a method, and one of its own shipping profile. What a shopper
 * signed for a cart that cannot become an order would be a loan without goods.
 */
export function judgeShipping({ items, shipping_methods }: ShippingRecord): Problem[] {
  const sent = compact(items).filter(({ requires_shipping }) => requires_shipping)
  if (sent.some(({ variant }) => !variant)) return [UNDELIVERABLE]
  const methods = compact(shipping_methods)
  const chosen = methods.map(({ shipping_option: option }) => option?.shipping_profile_id)
  const isSatisfied = sent.every(({ variant }) =>
    chosen.includes(variant?.product?.shipping_profile?.id)
  )
  return isSatisfied ? [] : [CHOOSE]
}
