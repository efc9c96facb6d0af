import { describeForStaff } from "../../../domain/eligibility"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import {
  type BuyingRecord,
  judgeBuying,
  type Refusal,
  rulesOf,
} from "../../../translation/eligibility"
import type { Context } from "../context"
import { hasUsable } from "./find-live"

export type Excluding = {
  /** Who buys what. */
  record: BuyingRecord
  snapshot: OrderSnapshot
  /** Staff ask, for a draft or an order. */
  forStaff?: boolean
}

/**
 * Why the merchant's settings keep a purchase from being financed, in words for the shopper or for
 * staff; null when they do not. What was applied for before they did goes on.
 */
export async function findExclusion(
  context: Context,
  { record, snapshot, forStaff = false }: Excluding
): Promise<Refusal | null> {
  const { total, address } = snapshot
  const checkout = rulesOf(context.options)
  const describe = forStaff ? describeForStaff : undefined
  const found = judgeBuying(record, { total, state: address.state, checkout }, describe)
  return found && (await hasUsable(context, snapshot)) ? null : found
}
