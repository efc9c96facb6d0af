import { cleanLine } from "./clean-text"
import type { SnapshotAddress } from "./order-snapshot"
import { isPoBox } from "./po-box"
import type { Problem } from "./problem"
import { parseUsState, territoryOf } from "./us-state"
import { parseUsZip } from "./us-zip"

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
 * Reads a US address into the form of endpoint 2, or says what the shopper has to change. Nothing is
 * shortened: the contract names no limits, and the service says itself what is too long for it.
 * `at` is where the address stands in the cart and prefixes the problems' fields. Never throws.
 */
export function readUsAddress(typed: TypedAddress, at: string): AddressReading {
  const problems: Problem[] = []
  const demand = (part: string, fine: boolean, sentence: string): void => {
    if (!fine) {
      problems.push({ field: `${at}.${part}`, sentence })
    }
  }
  const address = readParts(typed)
  if (!isInTheUs(typed)) {
    // Its state and zip would be judged by the wrong country's rules: one sentence is enough.
    const sentence = isAbroad(typed) ? ABROAD_SENTENCE : "Choose the country of your address."
    return { ok: false, problems: [{ field: `${at}.country_code`, sentence }] }
  }
  demand("first_name", hasLetter(address.firstName), "Enter the first name on your address.")
  demand("last_name", hasLetter(address.lastName), "Enter the last name on your address.")
  demand("address_1", address.street !== "", "Enter the street of your address.")
  demand("address_1", !isPoBox(address.street), PO_BOX_SENTENCE)
  demand("city", hasLetter(address.city), "Enter the city of your address.")
  demand("province", address.state !== "", STATE_SENTENCE)
  demand("postal_code", address.zip !== "", ZIP_SENTENCE)
  return problems.length === 0 ? { ok: true, address } : { ok: false, problems }
}

/**
 * Reads an address for endpoint 3, which requires no part of it and finances to a PO box. A state or a
 * zip code that is given has to fit its field.
 */
export function readPartialAddress(typed: TypedAddress, at: string): AddressReading {
  const address = readParts(typed)
  if (isAbroad(typed)) {
    return { ok: false, problems: [{ field: `${at}.country_code`, sentence: ABROAD_SENTENCE }] }
  }
  const problems: Problem[] = []
  if (address.state === "" && cleanLine(typed.province) !== "") {
    problems.push({ field: `${at}.province`, sentence: STATE_SENTENCE })
  }
  if (address.zip === "" && cleanLine(typed.postal_code) !== "") {
    problems.push({ field: `${at}.postal_code`, sentence: ZIP_SENTENCE })
  }
  return problems.length === 0 ? { ok: true, address } : { ok: false, problems }
}

function readParts(typed: TypedAddress): SnapshotAddress {
  return {
    firstName: cleanLine(typed.first_name),
    lastName: cleanLine(typed.last_name),
    street: readStreet(typed),
    city: cleanLine(typed.city),
    state: readUsState(typed) ?? "",
    zip: parseUsZip(typed.postal_code) ?? "",
  }
}

const STATE_SENTENCE = "Choose the US state of your address, for example NY."
const ZIP_SENTENCE = "Enter the zip code of your address: five digits."
const ABROAD_SENTENCE = "Financing is available for addresses in the United States only."
const PO_BOX_SENTENCE =
  "Financing is not available for PO boxes. Enter the street address where you live."

/** Two capital letters, or null where they cannot be told. A territory that is the country is the state. */
export function readUsState({ country_code, province }: TypedAddress): string | null {
  return territoryOf(country_code) ?? parseUsState(province)
}

/** Whether the address names a country, and another one than the US and its territories. */
export function isAbroad(typed: TypedAddress): boolean {
  return countryOf(typed) !== "" && !isInTheUs(typed)
}

function isInTheUs(typed: TypedAddress): boolean {
  return countryOf(typed) === "us" || territoryOf(typed.country_code) !== null
}

/**
 * Whether two addresses are one place: street, city, state and zip without regard to case,
 * punctuation and spacing. Names are not compared: the contract asks for the address only
 * (endpoint 2, `street`).
 */
export function isSamePlace(one: TypedAddress, other: TypedAddress): boolean {
  return placeOf(one) === placeOf(other)
}

/** Whether two addresses name one person, without regard to case, punctuation and spacing. */
export function isSamePerson(one: TypedAddress, other: TypedAddress): boolean {
  const nameOf = ({ first_name, last_name }: TypedAddress) =>
    essence(`${first_name ?? ""}${last_name ?? ""}`)
  return nameOf(one) === nameOf(other)
}

/** Whether somebody is named, by both names. */
export function namesSomebody({ first_name, last_name }: TypedAddress): boolean {
  return hasLetter(first_name ?? "") && hasLetter(last_name ?? "")
}

/** Whether nobody is named, not by half a name either. */
export function isNameless({ first_name, last_name }: TypedAddress): boolean {
  return !hasLetter(first_name ?? "") && !hasLetter(last_name ?? "")
}

/** Whether nothing that could name a place was typed: storefronts save such empty addresses. */
export function isBlankAddress(typed: TypedAddress): boolean {
  return readStreet(typed) === "" && cleanLine(typed.city) === "" && zipOf(typed) === ""
}

/** Where an address is, without what is only a way of writing it. */
export function placeOf(typed: TypedAddress): string {
  const state = readUsState(typed) ?? cleanLine(typed.province)
  const country = isAbroad(typed) ? countryOf(typed) : ""
  return foldPlace([readStreet(typed), cleanLine(typed.city), state, zipOf(typed), country])
}

/** Parts of an address without what is only a way of writing them: two that are folded alike are one. */
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
