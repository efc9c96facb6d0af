import { createHmac } from "node:crypto"
import type { OrderSnapshot, SnapshotItem } from "./order-snapshot"
import { foldPlace } from "./us-address"

/** What the hash covers: an order read back from the shop has no cart id and other line ids. */
export type HashedSnapshot = Pick<OrderSnapshot, "address" | "deliveryPlace" | "items" | "total">

/**
 * Keyed fingerprint of what is financed: items, address, currency and total.
 * HMAC-SHA-256 in hex, because the address of a shopper must not be guessable from what is stored.
 * It is of what matters: stable under the order of the items, the language of their titles, and how
 * an address or a name is written. Email and phone have a hash of their own (`hashContact`).
 */
export function hashSnapshot(snapshot: HashedSnapshot, key: Buffer | string): string {
  const { firstName, lastName, street, city, state, zip } = snapshot.address
  const canonical = JSON.stringify([
    "snapshot/2",
    "usd",
    snapshot.total,
    foldPlace([firstName + lastName, street, city, state, zip]),
    snapshot.items.map(canonicalItem).sort(),
    ...(snapshot.deliveryPlace === undefined ? [] : [snapshot.deliveryPlace]),
  ])
  return createHmac("sha256", key).update(canonical).digest("hex")
}

export type HashedContact = Pick<OrderSnapshot, "address" | "email" | "cellPhone">

/**
 * Keyed hash of the person that the service writes to: names, email and phone. Its first element separates
 * it from other hashes under the same key.
 */
export function hashContact(contact: HashedContact, key: Buffer | string): string {
  const { address, email, cellPhone } = contact
  const names = foldPlace([address.firstName, address.lastName])
  const canonical = JSON.stringify(["contact/1", names, email.toLowerCase(), cellPhone])
  return createHmac("sha256", key).update(canonical).digest("hex")
}

function canonicalItem({ variantId, title, quantity, net }: SnapshotItem): string {
  return JSON.stringify([identityOf({ variantId, title }), quantity, net])
}

/**
 * What a line is of: its variant, whatever it is called in the shopper's language. A line without one,
 * such as a charge that staff wrote, is its title, in capitals or not.
 */
export function identityOf({ variantId, title }: Pick<SnapshotItem, "variantId" | "title">) {
  return variantId === null ? ["title", title.toLowerCase()] : ["variant", variantId]
}
