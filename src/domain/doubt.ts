import type { AttentionCause } from "./attention"
import { describeDoubt, type OperationKind } from "./operation"
import type { SeenCode } from "./status-codes"

type Doubtful = {
  kind: OperationKind
  /** The token that a partial refund answered, where it did. */
  new_token: string | null
}

/** For the merchant: a partial refund whose new application waits for the customer. */
export const SIGN_AGAIN =
  "After a partial refund the customer has to sign again; until then it does not count as refunded, and no other money operation is begun."

/** Why a person is asked about an operation in doubt, in the light of the code that was seen. */
export function causeOfDoubt(
  { kind, new_token }: Doubtful,
  code: SeenCode | null
): { cause: AttentionCause; reason: string } {
  const waitsForCustomer = kind === "partial-refund" && new_token !== null && code === "B"
  return waitsForCustomer
    ? { cause: "sign-again", reason: SIGN_AGAIN }
    : { cause: "doubt", reason: describeDoubt(kind) }
}
