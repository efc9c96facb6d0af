import { isEmailAddress } from "../domain/email-address"
import { type Cents, inWords } from "../domain/money"
import type { OrderSnapshot, SnapshotAddress } from "../domain/order-snapshot"
import type { Problem } from "../domain/problem"
import {
  type AddressReading,
  isBlankAddress,
  hasNoName,
  isSamePerson,
  isSamePlace,
  hasFullName,
  placeOf,
  readUsState,
  readUsAddress,
  type TypedAddress,
} from "../domain/us-address"
import { parseUsPhone } from "../domain/us-phone"
import { toCents } from "./amount"
import { type PricedRecord, readSnapshotParts } from "./snapshot-parts"
import { compact, type MedusaNumber } from "./medusa-rows"
import { judgeShipping, needsShipping, type ShippingRecord } from "./shipping-choice"

export type CartRecord = PricedRecord & {
  id: string
  email?: string | null
  currency_code?: string | null
  completed_at?: Date | string | null
  total: MedusaNumber
  shipping_address?: TypedAddress | null
  billing_address?: TypedAddress | null
  /** Orders only: the customer of a draft that contains no name. */
  customer?: Pick<TypedAddress, "first_name" | "last_name"> | null
}

/** `state` is the payer's, null while unknown. */
export type CartReading =
  | { ok: true; snapshot: OrderSnapshot }
  | { ok: false; problems: Problem[]; total: Cents; state: string | null }

/**
 * Converts the server's cart into the snapshot to finance, or returns one sentence per field that the service would
 * refuse (endpoints 2 and 3, Limits). `kind` is the way to apply: the address rules of Create order do not apply to a
 * virtual cart. Throws MedusaError INVALID_DATA for an unreadable amount.
 */
export function readCart(cart: CartRecord, kind = "hosted"): CartReading {
  const isVirtual = kind === "virtual-cart"
  const total = toCents(cart.total, "The cart's total")
  const email = cart.email?.trim() ?? ""
  const reading = isVirtual ? readResidence(cart) : readAddress(cart)
  const problems = [
    ...findMissingPurchase(cart, total),
    ...(isEmailAddress(email) ? [] : [EMAIL_PROBLEM]),
    ...(reading.ok ? [] : reading.problems),
  ]
  if (!reading.ok || problems.length > 0) {
    const payer = payerOf(cart)
    return { ok: false, problems, total, state: payer && readUsState(payer) }
  }
  const snapshot: OrderSnapshot = {
    cartId: cart.id,
    email,
    cellPhone: readPhone(cart, reading.address),
    address: reading.address,
    // Part of the purchase, although endpoint 3 does not accept it.
    ...(isVirtual &&
      isSentElsewhere(cart) && { deliveryPlace: placeOf(cart.shipping_address ?? {}) }),
    ...readSnapshotParts(cart, total),
  }
  return { ok: true, snapshot }
}

const EMAIL_PROBLEM: Problem = { field: "email", sentence: "Enter a valid e-mail address." }

function findMissingPurchase(cart: CartRecord, total: Cents): Problem[] {
  if (cart.currency_code?.toLowerCase() !== "usd") {
    const sentence = "Financing is available for purchases in US dollars only."
    return [{ field: "currency_code", sentence }]
  }
  if (!cart.items?.some((item) => item !== null)) {
    return [{ field: "items", sentence: "Your cart is empty. Add an item to finance it." }]
  }
  if (total <= 0) {
    const sentence = `Nothing is left to finance: the cart's total is ${inWords(total)}.`
    return [{ field: "total", sentence, reason: "nothing-due" }]
  }
  return []
}

type Addresses = Pick<CartRecord, "shipping_address" | "billing_address">

/**
 * Returns the payer's address. A cart without shipping (downloads, services) has only a billing address. With the
 * same place in both, the billing name and phone count, because the payer applies.
 */
export function payerOf(cart: Addresses): TypedAddress | null {
  const shipping = withContent(cart.shipping_address)
  const billing = withContent(cart.billing_address)
  if (!shipping || !billing || !hasFullName(billing) || isSamePerson(shipping, billing)) {
    return shipping ?? billing
  }
  const { first_name, last_name, phone } = billing
  return { ...shipping, first_name, last_name, phone }
}

/** Returns the payer's phone from either address: storefronts ask for it in one of them. */
function readPhone(cart: Addresses, { firstName, lastName }: SnapshotAddress): string | null {
  const payer = { first_name: firstName, last_name: lastName }
  const theirs = [cart.shipping_address, cart.billing_address].filter(
    (one) => one && (hasNoName(one) || isSamePerson(one, payer))
  )
  return compact(theirs.map((one) => parseUsPhone(one?.phone)))[0] ?? null
}

function withContent(address: TypedAddress | null | undefined): TypedAddress | null {
  return address === null || address === undefined || isBlankAddress(address) ? null : address
}

/**
 * Returns the applicant's address for a virtual cart: the billing address if the goods go elsewhere (a job site).
 * Only the name is required, and may come from the order's customer.
 */
function readResidence(cart: CartRecord): AddressReading {
  const { shipping_address, billing_address, customer } = cart
  const named = isSentElsewhere(cart)
    ? [billing_address, customer, shipping_address]
    : [payerOf(cart), billing_address, shipping_address, customer]
  const name = compact(named).find(hasFullName)
  if (!name) {
    const sentence = "Enter the customer's first and last name, on the customer or an address."
    return { ok: false, problems: [{ field: "customer", sentence }] }
  }
  const { first_name, last_name } = name
  const billing = withContent(billing_address)
  const isBilling = billing !== null && (isSentElsewhere(cart) || !withContent(shipping_address))
  const home = isBilling ? billing : withContent(shipping_address)
  const at = isBilling ? "billing_address" : "shipping_address"
  return readUsAddress({ ...home, first_name, last_name }, at, { isPartial: true })
}

function isSentElsewhere({ shipping_address, billing_address }: Addresses): boolean {
  const shipping = withContent(shipping_address)
  const billing = withContent(billing_address)
  return shipping !== null && billing !== null && !isSamePlace(shipping, billing)
}

function readAddress(cart: CartRecord): AddressReading {
  const typed = payerOf(cart)
  if (typed === null) {
    const which = needsShipping(cart) ? "shipping" : "billing"
    const sentence = `Enter your ${which} address first.`
    return { ok: false, problems: [{ field: `${which}_address`, sentence }] }
  }
  const hasShipping = withContent(cart.shipping_address) !== null
  const reading = readUsAddress(typed, hasShipping ? "shipping_address" : "billing_address")
  if (!isSentElsewhere(cart)) {
    return reading
  }
  const sentence =
    "For financing, your billing address has to be the same as your shipping address."
  const problem: Problem = { field: "billing_address", sentence }
  return { ok: false, problems: reading.ok ? [problem] : [...reading.problems, problem] }
}

/** A cart in the checkout, with the data that core's completion requires. */
export type CheckoutCart = CartRecord & ShippingRecord

/**
 * Reads a cart to apply for, like `readCart`, and checks that core can complete it. Later reads skip the shipping,
 * which the merchant may change.
 */
export function readCheckout(cart: CheckoutCart): CartReading {
  const reading = readCart(cart)
  const shipping = judgeShipping(cart)
  if (shipping.length === 0) return reading
  if (!reading.ok) return { ...reading, problems: [...reading.problems, ...shipping] }
  const { total, address } = reading.snapshot
  return { ok: false, problems: shipping, total, state: address.state }
}
