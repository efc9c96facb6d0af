import { cleanLine } from "../domain/clean-text"
import { isEmailAddress } from "../domain/email-address"
import { inWords } from "../domain/money"
import type { Cents } from "../domain/money"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { Problem } from "../domain/problem"
import {
  isBlankAddress,
  isNameless,
  isSamePerson,
  isSamePlace,
  namesSomebody,
  readUsAddress,
} from "../domain/us-address"
import type { AddressReading, TypedAddress } from "../domain/us-address"
import { parseUsPhone } from "../domain/us-phone"
import { toCents } from "./amount"
import type { PricedRecord } from "./exact-parts"
import { compact } from "./compact"
import type { MedusaNumber } from "./priced-record"
import { needsShipping } from "./shipping-choice"
import { readSnapshotParts } from "./snapshot-parts"

export type CartRecord = PricedRecord & {
  id: string
  email?: string | null
  currency_code?: string | null
  completed_at?: Date | string | null
  total: MedusaNumber
  shipping_address?: TypedAddress | null
  billing_address?: TypedAddress | null
  /** Orders only: whom a draft was written for, where it names nobody itself. */
  customer?: Pick<TypedAddress, "first_name" | "last_name"> | null
}

type Demands = {
  /** A sale in the shop needs none (endpoint 3); one that is there has to be right all the same. */
  addressIsOptional?: boolean
}

export type CartReading = { ok: true; snapshot: OrderSnapshot } | { ok: false; problems: Problem[] }

/**
 * Reads a cart, as the server holds it, into what the service is asked to finance; or tells the
 * shopper, one sentence per field, what the service would refuse (endpoint 2, Limits).
 * Throws MedusaError INVALID_DATA when an amount of the cart cannot be read at all.
 */
export function readCart(
  cart: CartRecord,
  { addressIsOptional = false }: Demands = {}
): CartReading {
  const total = toCents(cart.total, { name: "The cart's total" })
  const email = cart.email?.trim() ?? ""
  const reading = addressIsOptional && payerOf(cart) === null ? readName(cart) : readAddress(cart)
  const problems = [
    ...judgePurchase(cart, total),
    ...(isEmailAddress(email) ? [] : [EMAIL_PROBLEM]),
    ...(reading.ok ? [] : reading.problems),
  ]
  if (!reading.ok || problems.length > 0) {
    return { ok: false, problems }
  }
  const snapshot: OrderSnapshot = {
    cartId: cart.id,
    email,
    cellPhone: readPhone(cart),
    address: reading.address,
    ...readSnapshotParts(cart, total),
  }
  return { ok: true, snapshot }
}

const EMAIL_PROBLEM: Problem = { field: "email", sentence: "Enter a valid e-mail address." }

function judgePurchase(cart: CartRecord, total: Cents): Problem[] {
  if (cart.currency_code?.toLowerCase() !== "usd") {
    const sentence = "Financing is available for purchases in US dollars only."
    return [{ field: "currency_code", sentence }]
  }
  if (!cart.items?.some((item) => item !== null)) {
    return [{ field: "items", sentence: "Your cart is empty. Add an item to finance it." }]
  }
  if (total <= 0) {
    const sentence = `Nothing is left to finance: the cart's total is ${inWords(total)}.`
    return [{ field: "total", sentence }]
  }
  return []
}

type Addresses = Pick<CartRecord, "shipping_address" | "billing_address">

/**
 * Who applies, and where they live. A cart without shipping (downloads, services) has a billing address
 * only. A parcel may go to somebody else at the same place: who pays applies, by their own name and phone.
 */
export function payerOf(cart: Addresses): TypedAddress | null {
  const shipping = withContent(cart.shipping_address)
  const billing = withContent(cart.billing_address)
  if (!shipping || !billing || !namesSomebody(billing) || isSamePerson(shipping, billing)) {
    return shipping ?? billing
  }
  const { first_name, last_name, phone } = billing
  return { ...shipping, first_name, last_name, phone }
}

/** The payer's, from whichever of the two addresses has one: storefronts ask for it in either. */
function readPhone(cart: Addresses): string | null {
  const payer = payerOf(cart)
  const theirs = [cart.shipping_address, cart.billing_address].filter(
    (one) => one && payer && (isNameless(one) || isSamePerson(one, payer))
  )
  return compact(theirs.map((one) => parseUsPhone(one?.phone)))[0] ?? null
}

function withContent(address: TypedAddress | null | undefined): TypedAddress | null {
  return address === null || address === undefined || isBlankAddress(address) ? null : address
}

/** Who applies, where no place is known: whom an address without one names, or the order's customer. */
function readName({ shipping_address, billing_address, customer }: CartRecord): AddressReading {
  const named = compact([billing_address, shipping_address, customer]).find(namesSomebody)
  if (!named) {
    const sentence = "Enter the customer's first and last name, on the customer or an address."
    return { ok: false, problems: [{ field: "customer", sentence }] }
  }
  const name = { firstName: cleanLine(named.first_name), lastName: cleanLine(named.last_name) }
  return { ok: true, address: { ...name, street: "", city: "", state: "", zip: "" } }
}

function readAddress(cart: CartRecord): AddressReading {
  const shipping = withContent(cart.shipping_address)
  const billing = withContent(cart.billing_address)
  const typed = payerOf(cart)
  if (typed === null) {
    const which = needsShipping(cart) ? "shipping" : "billing"
    const sentence = `Enter your ${which} address first.`
    return { ok: false, problems: [{ field: `${which}_address`, sentence }] }
  }
  const reading = readUsAddress(typed, shipping === null ? "billing_address" : "shipping_address")
  if (shipping === null || billing === null || isSamePlace(shipping, billing)) {
    return reading
  }
  const sentence =
    "For financing, your billing address has to be the same as your shipping address."
  const problem: Problem = { field: "billing_address", sentence }
  return { ok: false, problems: reading.ok ? [problem] : [...reading.problems, problem] }
}
