import { cleanLine } from "./clean-text"
import { describeCode, readStatusCode, type SeenCode } from "./status-codes"

/** What endpoint 9 says of an application, for staff. */
export type AddressStatus = {
  code: SeenCode
  meaning: string
  /** False where the service says so; it says nothing of an address that matches. */
  addressMatches: false | null
  /** The service's own words, where it has some. */
  message: string | null
}

const LONGEST_MESSAGE = 200

/**
 * Here `U` is the contract's "decline and the address does not match", at endpoint 8 only the decline; the
 * other codes mean what they always do. Without a code there is the message alone.
 */
export function describeAddressStatus(answer: {
  status: string | null
  message: string | null
}): AddressStatus {
  const code = readStatusCode(answer.status)
  const message = cleanLine(answer.message, LONGEST_MESSAGE) || null
  if (code === "U") {
    const meaning = "declined, and the address does not match"
    return { code, meaning, addressMatches: false, message }
  }
  const meaning = answer.status === null ? "no status" : describeCode(code)
  return { code, meaning, addressMatches: null, message }
}
