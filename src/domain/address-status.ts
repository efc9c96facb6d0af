import { type SeenCode, STATUS_CODES } from "./status-codes"

/** What endpoint 9 says of an application, for staff. */
export type AddressStatus = {
  code: SeenCode
  meaning: string
  /** False where the service says so; it says nothing of an address that matches. */
  addressMatches: false | null
}

/** `U` is the contract's "decline and the address does not match"; the other codes mean what they always do. */
export function describeAddressStatus(code: SeenCode): AddressStatus {
  if (code === "U") {
    return { code, meaning: "declined, and the address does not match", addressMatches: false }
  }
  const meaning =
    code === "unknown" ? "a status that this plugin does not know" : STATUS_CODES[code].meaning
  return { code, meaning, addressMatches: null }
}
