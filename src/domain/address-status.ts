import { cleanLine } from "./clean-text"
import { describeCode, readStatusCode, type ReportedCode } from "./status-codes"

/** Endpoint 9's answer for staff. */
export type AddressStatus = {
  code: ReportedCode
  meaning: string
  /** False if the service says so; it does not report a matching address. */
  addressMatches: false | null
  /** The service's own message, if any. */
  message: string | null
}

const LONGEST_MESSAGE = 200

/**
 * `U` at endpoint 9 is the contract's "decline and the address does not match", at endpoint 8 only the decline;
 * other codes have one meaning. Without a code only the message is returned.
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
