import { toDollars } from "../domain/money"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { UpdateCartInput } from "../financing-api"
import { toServiceItems } from "./snapshot-items"

type Asked = {
  snapshot: OrderSnapshot
  /** Of the pre-approved application. */
  token: string
  /** `<cart id>-<attempt>`. */
  orderId: string
}

/**
 * The input of Update cart and send (endpoint 7). Prices are net of promotions: the body's own
 * `discount` is left out.
 */
export function toUpdateCartRequest({ snapshot, token, orderId }: Asked): UpdateCartInput {
  return {
    applicationToken: token,
    body: {
      orderId,
      loanAmount: toDollars(snapshot.total),
      shipping: toDollars(snapshot.shipping),
      taxes: toDollars(snapshot.taxes),
      items: toServiceItems(snapshot.items),
    },
  }
}
