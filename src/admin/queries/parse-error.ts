import { MERCHANT_ERRORS, type MerchantErrorKind } from "../../domain/merchant-errors"

/** Reads a refusal: a sentence to show, and the details for support. */
export type ParsedError = {
  /** A word of `errors` in the texts, where the server named a code; else its own sentence. */
  kind: ErrorKind | null
  sentence: string
  /** Everything that was answered, to be copied; null where the sentence is all of it. */
  details: string | null
}

export type ErrorKind = MerchantErrorKind

/** The server ends what the service had a part in with the stable code and what to look for in the log. */
const CODE_SUFFIX = /\s*\[(\w+), ([\w-]+)\]/

const KINDS: Record<string, ErrorKind> = {
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

/** One sentence of an error, and its details apart. A code that is not known may have taken effect. */
export function parseError({ message }: Error): ParsedError {
  const [, code] = CODE_SUFFIX.exec(message) ?? []
  if (!code) {
    // On Medusa's own routes the server has worded it already.
    const known = Object.entries(MERCHANT_ERRORS).find(([, text]) => message.startsWith(text))
    return { kind: (known?.[0] as ErrorKind) ?? null, sentence: message, details: null }
  }
  return { kind: KINDS[code] ?? "doubt", sentence: "", details: message }
}
