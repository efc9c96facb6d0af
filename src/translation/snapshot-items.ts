import { shortLine } from "../domain/clean-text"
import { cents, toDollars } from "../domain/money"
import type { SnapshotItem } from "../domain/order-snapshot"
import type { CartItem } from "../financing-api"

// The only thing that is shortened: its limit exists and is not known, and a long title must not cost
// the purchase. No real one is this long.
const LONGEST_DESCRIPTION = 255

/**
 * The service's cart items (section "Cart item"), with Σ(price × quantity) = Σ net to the cent: where a line's net does
 * not divide by its quantity, the line is split in two whose prices are one cent apart.
 */
export function toServiceItems(items: readonly SnapshotItem[]): CartItem[] {
  return items.flatMap((item) => (Number.isInteger(item.quantity) ? byUnit(item) : [asOne(item)]))
}

function byUnit(item: SnapshotItem): CartItem[] {
  const lower = Math.floor(item.net / item.quantity)
  const dearer = item.net - lower * item.quantity
  const lines = [
    { quantity: item.quantity - dearer, price: lower },
    { quantity: dearer, price: lower + 1 },
  ]
  return lines
    .filter((line) => line.quantity > 0)
    .map((line) => ({
      description: shortLine(item.title, LONGEST_DESCRIPTION),
      quantity: line.quantity,
      price: toDollars(cents(line.price)),
      ...(item.sku === null ? {} : { sku: item.sku }),
      ...(item.listPrice === null ? {} : { list_price: toDollars(item.listPrice) }),
    }))
}

/** 2.5 yards cannot be priced per unit in whole cents: one piece, which says how much it is. */
function asOne(item: SnapshotItem): CartItem {
  return {
    description: shortLine(`${item.quantity} × ${item.title}`, LONGEST_DESCRIPTION),
    quantity: 1,
    price: toDollars(item.net),
    ...(item.sku === null ? {} : { sku: item.sku }),
  }
}
