import { createHmac } from "node:crypto"
import type { OrderSnapshot, SnapshotItem } from "./order-snapshot"
import { foldPlace } from "./us-address"

/** The hashed fields: an order read from the shop has no cart id and other line ids. */
export type HashedSnapshot = Pick<OrderSnapshot, "address" | "deliveryPlace" | "items" | "total">

/**
 * Returns a keyed hash of the purchase: items, address, currency and total. HMAC-SHA-256 in hex, so that stored
 * hashes do not reveal addresses. Independent of the order of items, the language of titles, and the spelling of an
 * address or name. Email and phone have their own hash (`hashContact`).
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
 * Returns a keyed hash of the customer: names, email and phone. Its first element separates it from other hashes
 * under the same key.
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
 * Identifies a line by its variant, in any language. A line without one, such as a custom charge, is identified by
 * its title, ignoring case.
 */
export function identityOf({ variantId, title }: Pick<SnapshotItem, "variantId" | "title">) {
  return variantId === null ? ["title", title.toLowerCase()] : ["variant", variantId]
}
