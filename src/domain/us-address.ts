import { cleanLine } from "./clean-text"
import type { SnapshotAddress } from "./order-snapshot"
import type { Problem } from "./problem"
import { parseUsState, territoryOf } from "./us-state"

/** An address as a shopper typed it: any part may be missing. The names are Medusa's. */
export type TypedAddress = {
  first_name?: string | null
  last_name?: string | null
  address_1?: string | null
  address_2?: string | null
  city?: string | null
  province?: string | null
  postal_code?: string | null
  country_code?: string | null
  phone?: string | null
}

export type AddressReading =
  { ok: true; address: SnapshotAddress } | { ok: false; problems: Problem[] }

/**
 * Converts a US address to endpoint 2's form, or says what the shopper must change. Endpoint 3 requires no part of
 * it (`isPartial`) and accepts a PO box, but each part must fit its field. Shortens nothing: the contract names no
 * limits, and the service reports a text that is too long. `at` is the address's path in the cart and prefixes the
 * problems' fields. Never throws.
 */
export function readUsAddress(
  typed: TypedAddress,
  at: string,
  { isPartial = false } = {}
): AddressReading {
  const problems: Problem[] = []
  const demand = (part: keyof TypedAddress, fine: boolean, sentence: string): void => {
    const mayLack = isPartial && cleanLine(typed[part]) === ""
    if (!fine && !mayLack) {
      problems.push({ field: `${at}.${part}`, sentence })
    }
  }
  const address: SnapshotAddress = {
    firstName: cleanLine(typed.first_name),
    lastName: cleanLine(typed.last_name),
    street: readStreet(typed),
    city: cleanLine(typed.city),
    state: readUsState(typed) ?? "",
    zip: parseUsZip(typed.postal_code) ?? "",
  }
  if (!isInTheUs(typed) && (isAbroad(typed) || !isPartial)) {
    // The US rules for its state and zip do not apply: one sentence is enough.
    const field = `${at}.country_code`
    const problem: Problem = isAbroad(typed)
      ? { field, sentence: ABROAD_SENTENCE, reason: "abroad" }
      : { field, sentence: "Choose the country of your address." }
    return { ok: false, problems: [problem] }
  }
  demand("first_name", hasLetter(address.firstName), "Enter the first name on your address.")
  demand("last_name", hasLetter(address.lastName), "Enter the last name on your address.")
  demand("address_1", address.street !== "", "Enter the street of your address.")
  demand("address_1", isPartial || !isPoBox(address.street), PO_BOX_SENTENCE)
  demand("city", isPartial || hasLetter(address.city), "Enter the city of your address.")
  demand("province", address.state !== "", "Choose the US state of your address, for example NY.")
  demand("postal_code", address.zip !== "", "Enter the zip code of your address: five digits.")
  return problems.length === 0 ? { ok: true, address } : { ok: false, problems }
}

const ABROAD_SENTENCE = "Financing is available for addresses in the United States only."
const PO_BOX_SENTENCE =
  "Financing is not available for PO boxes. Enter the street address where you live."

/** Two capital letters, or null if unknown. A territory given as the country is the state. */
export function readUsState({ country_code, province }: TypedAddress): string | null {
  return territoryOf(country_code) ?? parseUsState(province)
}

/** Whether the address names a country other than the US and its territories. */
function isAbroad(typed: TypedAddress): boolean {
  return countryOf(typed) !== "" && !isInTheUs(typed)
}

function isInTheUs(typed: TypedAddress): boolean {
  return countryOf(typed) === "us" || territoryOf(typed.country_code) !== null
}

/**
 * Whether two addresses are the same place: compares street, city, state and zip, ignoring case, punctuation and
 * spacing, and not names, because the contract requires only the same address (endpoint 2, `street`).
 */
export function isSamePlace(a: TypedAddress, b: TypedAddress): boolean {
  return placeOf(a) === placeOf(b)
}

/** Whether two addresses have the same name, ignoring case, punctuation and spacing. */
export function isSamePerson(a: TypedAddress, b: TypedAddress): boolean {
  const nameOf = ({ first_name, last_name }: TypedAddress) =>
    essence(`${first_name ?? ""}${last_name ?? ""}`)
  return nameOf(a) === nameOf(b)
}

export function hasFullName({ first_name, last_name }: TypedAddress): boolean {
  return hasLetter(first_name ?? "") && hasLetter(last_name ?? "")
}

export function hasNoName({ first_name, last_name }: TypedAddress): boolean {
  return !hasLetter(first_name ?? "") && !hasLetter(last_name ?? "")
}

/** Whether the address has no place: storefronts save such empty addresses. */
export function isBlankAddress(typed: TypedAddress): boolean {
  return readStreet(typed) === "" && cleanLine(typed.city) === "" && zipOf(typed) === ""
}

/** Returns the place in a normalized spelling. */
export function placeOf(typed: TypedAddress): string {
  const state = readUsState(typed) ?? cleanLine(typed.province)
  const country = isAbroad(typed) ? countryOf(typed) : ""
  return foldPlace([readStreet(typed), cleanLine(typed.city), state, zipOf(typed), country])
}

/** Normalizes parts of an address: equal results mean the same place. */
export function foldPlace(parts: readonly string[]): string {
  return parts.map(essence).join("|")
}

function essence(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
}

function readStreet(typed: TypedAddress): string {
  return cleanLine(`${typed.address_1 ?? ""} ${typed.address_2 ?? ""}`)
}

function zipOf(typed: TypedAddress): string {
  return parseUsZip(typed.postal_code) ?? cleanLine(typed.postal_code)
}

function countryOf({ country_code }: TypedAddress): string {
  return cleanLine(country_code).toLowerCase()
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text)
}

/**
 * Returns the five digits of a US zip code; drops the +4 of `10001-1234`, because the service accepts exactly five
 * characters. Null for anything else (a Canadian code, four digits, letters).
 */
export function parseUsZip(text: unknown): string | null {
  if (typeof text !== "string") {
    return null
  }
  const match = /^(\d{5})(?:[\s\p{Pd}]*\d{4})?$/u.exec(text.trim())
  const zip = match?.[1]
  // A valid form without a place: people type it to skip the field.
  return zip === undefined || zip === "00000" ? null : zip
}

// "PO Box", "P.O. Box", "P O Box", "P/O Box", "Post Office Box", "POB": always with the box's number, or one letter
// at the very end. Without it, "Box Canyon Rd" and "123 PO Box Lane" are streets. Rural boxes ("RR 2 Box 18", "PSC 3
// Box 1200") are delivered to and are no PO boxes.
const PREFIX = String.raw`\b(?:p[\s./-]{0,2}o[\s./-]{0,2}box|post(?:al)? office box|pob)`
const NUMBER = String.raw`[\s.:,-]{0,3}(?:#|no\.?|num(?:ber)?)?[\s.:-]{0,2}(?:[a-z]?-?\d|[a-z]$)`
const PO_BOX = new RegExp(PREFIX + NUMBER, "i")

/**
 * Whether a street line is certainly a PO box, to which the service does not finance ("Create order", rules). False
 * for doubtful forms: the service's null token decides those.
 */
export function isPoBox(street: string): boolean {
  return PO_BOX.test(street.replace(/\s+/g, " ").trim())
}
