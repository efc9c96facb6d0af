import { toDollars } from "../domain/money"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { CreateOrderBody } from "../financing-api"
import { toServiceItems } from "./snapshot-items"

type Asked = {
  snapshot: OrderSnapshot
  /** `<cart id>-<attempt>`. */
  orderId: string
  urls: { returnUrl: string; cancelUrl: string; notifyUrl: string }
}

/** The body of Create order (endpoint 2). A phone that the shop does not have is left out. */
export function toCreateOrderRequest({ snapshot, orderId, urls }: Asked): CreateOrderBody {
  return {
    orderId,
    ...snapshot.address,
    email: snapshot.email,
    ...(snapshot.cellPhone === null ? {} : { cellPhone: snapshot.cellPhone }),
    ...urls,
    loanAmount: toDollars(snapshot.total),
    shipping: toDollars(snapshot.shipping),
    taxes: toDollars(snapshot.taxes),
    applicationItems: toServiceItems(snapshot.items),
  }
}
