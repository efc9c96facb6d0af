import type { ReviewCause } from "./review-causes"
import { describeDoubt, type OperationKind } from "./operation"
import { describeSignAgain, waitsForSignature } from "./sign-again"
import type { SeenCode } from "./status-codes"

type Doubtful = {
  kind: OperationKind
  /** A partial refund was answered with a new token. */
  hasNewToken: boolean
}

/** What was last seen of the application, and whether the customer's own link to it is still known. */
type Seen = { code: SeenCode | null; hasLink: boolean }

const REPLACED =
  "It is not known whether the refund reached the financing service: it says refunded, but a postback suggests that only a part was refunded, in its portal, and that another application took its place. Compare the order with the portal; no other money operation is begun until it is known."

/** Why a person is asked about an operation in doubt, in the light of what was seen. */
export function causeOfDoubt(
  { kind, hasNewToken }: Doubtful,
  { code, hasLink }: Seen
): { cause: ReviewCause; reason: string } {
  if (kind === "refund" && code === "T") {
    return { cause: "doubt", reason: REPLACED }
  }
  const isForCustomer =
    kind === "partial-refund" && hasNewToken && code !== null && waitsForSignature(code)
  return isForCustomer
    ? {
        cause: "sign-again",
        reason: `${describeSignAgain(hasLink)} Until then the partial refund does not count, and no other money operation is begun.`,
      }
    : { cause: "doubt", reason: describeDoubt(kind) }
}
