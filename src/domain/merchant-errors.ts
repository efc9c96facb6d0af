export const MERCHANT_ERROR_KINDS = [
  "invalid",
  "unreachable",
  "credentials",
  "refused",
  "doubt",
] as const
export type MerchantErrorKind = (typeof MERCHANT_ERROR_KINDS)[number]

/** Messages for staff after a failed action: whether anything was sent, and what to do. */
export const MERCHANT_ERRORS: Record<MerchantErrorKind, string> = {
  invalid: "Nothing was sent: something that the service asks for is missing.",
  unreachable: "The service did not answer. Nothing was sent. Try again later.",
  credentials: "The service refuses your credentials. Nothing was sent. Check the settings.",
  refused: "The service refused it. Nothing was changed.",
  doubt:
    "The service did not answer clearly. It may have happened: do not do it again. We keep checking, and it is listed under Needs attention.",
}
