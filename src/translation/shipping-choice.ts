import { cleanLine } from "../domain/clean-text"
import type { Problem } from "../domain/problem"
import { compact, type LineRecord } from "./medusa-rows"

type Item = Pick<LineRecord, "title" | "product_title" | "requires_shipping"> & {
  variant?: { product?: { shipping_profile?: { id: string } | null } | null } | null
}
type Method = { shipping_option?: { shipping_profile_id?: string | null } | null }

export type ShippingRecord = {
  items?: readonly (Item | null)[] | null
  shipping_methods?: readonly (Method | null)[] | null
}

export function needsShipping({ items }: Pick<ShippingRecord, "items">): boolean {
  return compact(items).some(({ requires_shipping }) => requires_shipping)
}

const CHOOSE: Problem = {
  field: "shipping_methods",
  sentence: "Choose a shipping method first.",
}

/**
 * Explains why core would refuse to complete a cart without shipping, by core's own rule (`validate-shipping` of
 * `complete-cart`): each shipped item needs a method of its shipping profile. A signed cart that cannot become an
 * order would be a loan without goods.
 */
export function judgeShipping({ items, shipping_methods }: ShippingRecord): Problem[] {
  const sent = compact(items).filter(({ requires_shipping }) => requires_shipping)
  const methods = compact(shipping_methods)
  const chosen = methods.map(({ shipping_option: option }) => option?.shipping_profile_id)
  const left = sent.filter((item) => !item.variant || !chosen.includes(profileOf(item)))
  // No available method has the item's profile.
  const undeliverable = left.filter((item) => !profileOf(item))
  if (undeliverable.length > 0) {
    const which = undeliverable.length === 1 ? "it" : "them"
    const sentence = `${nameItems(undeliverable)} cannot be delivered. Please remove ${which} from your cart.`
    return [{ field: "items", sentence }]
  }
  if (left.length === 0) return []
  if (methods.length === 0) return [CHOOSE]
  return [
    { field: "shipping_methods", sentence: `Choose a shipping method for ${nameItems(left)}.` },
  ]
}

const profileOf = ({ variant }: Item) => variant?.product?.shipping_profile?.id

function nameItems(items: readonly Item[]): string {
  const titles = items.map((item) => cleanLine(item.product_title) || cleanLine(item.title))
  return new Intl.ListFormat("en").format(
    new Set(titles.map((title) => title || "one of your items"))
  )
}
