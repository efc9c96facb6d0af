import type { OrderSnapshot } from "../../domain/order-snapshot"
import {
  BUYING_FIELDS,
  type BuyingRecord,
  hasExclusions,
  judgeBuying,
} from "../../translation/buying"
import { sentence } from "../../translation/sentence"
import type { Needs } from "./needs"

/**
 * Throws a sentence for the shopper when the merchant's settings keep this cart from being financed.
 * What was applied for before they did goes on.
 */
export async function refuseExcluded(needs: Needs, snapshot: OrderSnapshot): Promise<void> {
  const { checkout } = needs.financing.options
  const record = hasExclusions(checkout)
    ? await readBuyer(needs, snapshot.cartId)
    : { currency_code: "usd" }
  const found = judgeBuying(record, { total: snapshot.total, checkout })
  if (found && !(await needs.financing.goesOn(snapshot))) {
    throw sentence(found.sentence)
  }
}

async function readBuyer({ query }: Needs, cartId: string): Promise<BuyingRecord> {
  const { data } = await query.graph({
    entity: "cart",
    fields: BUYING_FIELDS,
    filters: { id: cartId },
  })
  return data[0] as BuyingRecord
}
