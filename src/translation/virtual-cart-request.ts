import { toDollars } from "../domain/money"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { VirtualCartBody } from "../financing-api"
import { toServiceItems } from "./snapshot-items"

type Asked = {
  snapshot: OrderSnapshot
  /** `<order id>-<attempt>`. */
  orderId: string
  urls: { returnUrl: string; cancelUrl: string; notifyUrl: string }
}

/**
 * The body of Create virtual cart (endpoint 3). It says the same as Create order's under names of its
 * own (F12). It omits the phone, and each part of the address, that the shop does not have.
 */
export function toVirtualCartRequest({ snapshot, orderId, urls }: Asked): VirtualCartBody {
  const { address, cellPhone } = snapshot
  return {
    orderId,
    personalFirstName: address.firstName,
    personalLastName: address.lastName,
    personalEmail: snapshot.email,
    ...(cellPhone === null ? {} : { personalCellPhone: cellPhone }),
    ...(address.street === "" ? {} : { residenceStreetName: address.street }),
    ...(address.city === "" ? {} : { residenceCity: address.city }),
    ...(address.state === "" ? {} : { residenceState: address.state }),
    ...(address.zip === "" ? {} : { residenceZip: address.zip }),
    redirectUrl: urls.returnUrl,
    cancelUrl: urls.cancelUrl,
    notifyUrl: urls.notifyUrl,
    loanAmount: toDollars(snapshot.total),
    shipping: toDollars(snapshot.shipping),
    taxes: toDollars(snapshot.taxes),
    items: toServiceItems(snapshot.items),
  }
}
