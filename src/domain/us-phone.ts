import { parsePhoneNumberFromString } from "libphonenumber-js"

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
  if (number === undefined || number.country !== "US" || !number.isValid()) {
    return null
  }
  return number.nationalNumber
}
