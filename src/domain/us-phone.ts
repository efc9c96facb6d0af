import { parsePhoneNumberFromString } from "libphonenumber-js"

/** The states and territories of the service's addresses; all of them dial +1. */
const OF_THE_US: readonly (string | undefined)[] = ["US", "PR", "VI", "GU", "AS", "MP"]

/**
 * Returns a US number in the service's format (endpoint 2 `cellPhone`): ten digits, no country code, no extension.
 * Null for an invalid number and for +1 numbers of other countries: the field is optional, and a wrong one would
 * fail the whole application.
 */
export function parseUsPhone(text: unknown): string | null {
  if (typeof text !== "string" || text.length > 40) {
    return null
  }
  const number = parsePhoneNumberFromString(text, "US")
  if (!number || !OF_THE_US.includes(number.country) || !number.isValid()) {
    return null
  }
  return number.nationalNumber
}
