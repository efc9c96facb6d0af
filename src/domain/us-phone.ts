import { parsePhoneNumberFromString } from "libphonenumber-js"

/** The states and the territories that the service's addresses may lie in: all of them dial +1. */
const OF_THE_US: readonly (string | undefined)[] = ["US", "PR", "VI", "GU", "AS", "MP"]

/**
 * A US number as the service takes it (endpoint 2 `cellPhone`): ten digits, no country code, no
 * extension. Null for what is no valid US number, +1 numbers of other countries included: the
 * field is optional, and a wrong one would cost the shopper the whole application.
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
