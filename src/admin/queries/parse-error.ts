import { MERCHANT_ERRORS, type MerchantErrorKind } from "../../domain/merchant-errors"

export type ParsedError = {
  /** A key of `errors` in the texts; null if only `sentence` applies. */
  kind: ErrorKind | null
  sentence: string
  /** The full message for support; null if `sentence` is all of it. */
  details: string | null
}

export type ErrorKind = MerchantErrorKind

/** Errors of the service end with a stable code and an id for the log. */
const CODE_SUFFIX = /\s*\[(\w+), ([\w-]+)\]/

const KIND_BY_CODE: Record<string, ErrorKind> = {
  invalid_options: "invalid",
  invalid_request: "invalid",
  client_closed: "unreachable",
  unreachable: "unreachable",
  connect_timeout: "unreachable",
  deadline_before_sending: "unreachable",
  aborted_before_sending: "unreachable",
  token_unavailable: "unreachable",
  wrong_credentials: "credentials",
  refused: "refused",
  rate_limited: "refused",
}

/** Maps an unknown code to `doubt`, because the operation may have taken effect. */
export function parseError({ message }: Error): ParsedError {
  const [, code] = CODE_SUFFIX.exec(message) ?? []
  if (!code) {
    // Medusa's own routes return the message text instead of a code.
    const knownError = Object.entries(MERCHANT_ERRORS).find(([, text]) => message.startsWith(text))
    return { kind: (knownError?.[0] as ErrorKind) ?? null, sentence: message, details: null }
  }
  return { kind: KIND_BY_CODE[code] ?? "doubt", sentence: "", details: message }
}
