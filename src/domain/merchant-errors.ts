/** Messages for staff after a failed action: whether anything was sent, and what to do. */
export const MERCHANT_ERRORS = {
  invalid: "Nothing was sent: something that the service asks for is missing.",
  unreachable: "The service did not answer. Nothing was sent. Try again later.",
  credentials: "The service refuses your credentials. Nothing was sent. Check the settings.",
  refused: "The service refused it. Nothing was changed.",
  doubt:
    "The service did not answer clearly. It may have happened: do not do it again. We keep checking, and it is listed under Needs attention.",
}

export type MerchantErrorKind = keyof typeof MERCHANT_ERRORS
