import { type Cents, cents, toDollars } from "../domain/money"
import type { OrderSnapshot, SnapshotItem } from "../domain/order-snapshot"
import type {
  CartItem,
  CreateOrderBody,
  UpdateCartInput,
  ValidatePostbackBody,
  VirtualCartBody,
} from "../financing-api"
import { shortLine } from "../domain/clean-text"

type Input = {
  snapshot: OrderSnapshot
  /** `<cart or order id>-<attempt>`. */
  orderId: string
}
type HostedInput = Input & {
  urls: { returnUrl: string; cancelUrl: string; notifyUrl: string }
}

/** Prices are net of promotions, so bodies omit `discount`. */
export const toServiceAmounts = ({ total, shipping, taxes }: OrderSnapshot) => ({
  loanAmount: toDollars(total),
  shipping: toDollars(shipping),
  taxes: toDollars(taxes),
})

/** Builds the body of Create order (endpoint 2), without a phone if none is known. */
export function toCreateOrderRequest({ snapshot, orderId, urls }: HostedInput): CreateOrderBody {
  return {
    orderId,
    ...snapshot.address,
    email: snapshot.email,
    ...(snapshot.cellPhone === null ? {} : { cellPhone: snapshot.cellPhone }),
    ...urls,
    ...toServiceAmounts(snapshot),
    applicationItems: toServiceItems(snapshot.items),
  }
}

/**
 * Builds the body of Create virtual cart (endpoint 3): the data of Create order under other names (F12). Omits the
 * phone and address parts that are unknown.
 */
export function toVirtualCartRequest({ snapshot, orderId, urls }: HostedInput): VirtualCartBody {
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
    ...toServiceAmounts(snapshot),
    items: toServiceItems(snapshot.items),
  }
}

/** Builds the input of Update cart and send (endpoint 7). `token`: of the pre-approved application. */
export function toUpdateCartRequest({
  snapshot,
  token,
  orderId,
}: Input & { token: string }): UpdateCartInput {
  const items = toServiceItems(snapshot.items)
  return { applicationToken: token, body: { orderId, ...toServiceAmounts(snapshot), items } }
}

const COMMAND = "_validate-me" as const

type Details = {
  token: string
  /** The application's snapshot, or one with the same hash. */
  snapshot: Pick<OrderSnapshot, "address">
  /** The application's amount: after a partial refund less than the snapshot's total. */
  loanAmount: Cents
}

/** Builds Validate postback (endpoint 15) with the order's details. */
export function toValidationRequest(details: Details): ValidatePostbackBody {
  const { token, snapshot, loanAmount } = details
  // A virtual cart may lack any part of an address. The service compares only the parts that it knows.
  const known = Object.entries(snapshot.address).filter(([, part]) => part !== "")
  const request = { cmd: COMMAND, uuid: token, verifyParams: true }
  return { ...request, loanAmount: toDollars(loanAmount), ...Object.fromEntries(known) }
}

/** Builds Validate postback (endpoint 15) with the token alone: the cart differs from the financed one. */
export function toBareValidationRequest(token: string): ValidatePostbackBody {
  return { cmd: COMMAND, uuid: token, verifyParams: false }
}

// The only shortened field: its limit is unknown, and a long title must not prevent the purchase. Real titles are
// shorter.
const LONGEST_DESCRIPTION = 255

/**
 * Builds the service's cart items (section "Cart item"), with Σ(price × quantity) = Σ net to the cent: a line whose
 * net its quantity does not divide becomes two lines with prices one cent apart.
 */
export function toServiceItems(items: readonly SnapshotItem[]): CartItem[] {
  return items.flatMap((item) =>
    Number.isInteger(item.quantity) ? byUnit(item) : [toSinglePiece(item)]
  )
}

function byUnit(item: SnapshotItem): CartItem[] {
  const lower = Math.floor(item.net / item.quantity)
  const dearer = item.net - lower * item.quantity
  const lines = [
    { quantity: item.quantity - dearer, price: lower },
    { quantity: dearer, price: lower + 1 },
  ]
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, price }) => ({
      ...describeItem(item, item.title),
      quantity,
      price: toDollars(cents(price)),
      ...(item.listPrice === null ? {} : { list_price: toDollars(item.listPrice) }),
    }))
}

/**
 * A fractional quantity such as 2.5 yards has no unit price in whole cents, so the line becomes one piece with the
 * quantity in its description.
 */
function toSinglePiece(item: SnapshotItem): CartItem {
  const described = describeItem(item, `${item.quantity} × ${item.title}`)
  return { ...described, quantity: 1, price: toDollars(item.net) }
}

const describeItem = ({ sku }: SnapshotItem, title: string) => ({
  description: shortLine(title, LONGEST_DESCRIPTION),
  ...(sku === null ? {} : { sku }),
})
