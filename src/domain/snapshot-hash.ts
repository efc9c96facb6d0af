import { createHmac } from "node:crypto"
import type { OrderSnapshot, SnapshotItem } from "./order-snapshot"

/** What the hash covers: an order read back from the shop has no cart id and other line ids. */
export type HashedSnapshot = Pick<OrderSnapshot, "address" | "items" | "total">

/**
 * Keyed fingerprint of what is financed: items, address, currency and total.
 * HMAC-SHA-256 in hex, because the address of a shopper must not be guessable from what is stored.
 * Stable under the order of the items. E-mail and phone are left out: a shopper who logs in while
 * signing still buys the same cart.
 */
export function hashSnapshot(snapshot: HashedSnapshot, key: Buffer | string): string {
  const { firstName, lastName, street, city, state, zip } = snapshot.address
  const canonical = JSON.stringify([
    "snapshot/1",
    "usd",
    snapshot.total,
    [firstName, lastName, street, city, state, zip],
    snapshot.items.map(canonicalItem).sort(),
  ])
  return createHmac("sha256", key).update(canonical).digest("hex")
}

function canonicalItem(item: SnapshotItem): string {
  return JSON.stringify([item.sku, item.title, item.quantity, item.net])
}
