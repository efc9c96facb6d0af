import { type ReviewCause, causeOfDifference } from "./review-causes"
import type { Cents } from "./money"
import type { SeenCode } from "./status-codes"

/** What authorizing knows when it has to answer. Amounts in cents, null where the service gave none. */
export type AuthorizationEvidence = {
  code: SeenCode
  /** The answer names the very token that was asked for. */
  tokenAgrees: boolean
  /** What the service would finance. */
  serviceAmount: Cents | null
  /** What the customer applied for. */
  financed: Cents
  /** What Medusa's payment session wants authorized. */
  sessionAmount: Cents
  /** The cart is still the one the customer applied for (items, addresses, currency, total). */
  cartUnchanged: boolean
  /** Why the order that was made of it is not what was applied for, for the merchant; null when it is. */
  orderEdit: string | null
  /** The service was seen to read S for this application before now. */
  seenReady: boolean
  /** Endpoint 15 answered VERIFIED_PT with the order's details; asked only for C and L. */
  detailsVerified: boolean
  /** The service says that it exempted the customer from taxes. */
  taxExempt: boolean
  /** It was applied for in staging, while real loans are made. */
  isTestData: boolean
}

export type AuthorizationVerdict =
  | { answer: "authorized" }
  | { answer: "captured" }
  | { answer: "under-review" }
  /** The customer has something to do: sign, or sign again. */
  | { answer: "customer-must-act" }
  /** What is under review is not what the cart has become. */
  | { answer: "apply-again" }
  | { answer: "refused" }
  /** Nobody would pay: it was applied for in the service's test environment. */
  | { answer: "test-data" }
  /** Neither success nor failure: a person has to look. `reason` is for the merchant. */
  | Hold

type Hold = { answer: "hold"; cause: ReviewCause; reason: string }

const hold = (cause: ReviewCause, reason: string): Hold => ({ answer: "hold", cause, reason })

/** Why S (or C, L) may not be believed here, or null when everything agrees. */
function disagreement(evidence: AuthorizationEvidence): Hold | null {
  if (evidence.serviceAmount === null) {
    return hold("amounts", "The service's answer names no amount.")
  }
  if (evidence.serviceAmount !== evidence.financed) {
    return hold(causeOfDifference(evidence.taxExempt), anotherAmount(evidence.taxExempt))
  }
  if (evidence.sessionAmount !== evidence.financed) {
    return hold(
      "late-approval",
      "Medusa wants another amount authorized than the customer applied for."
    )
  }
  if (!evidence.cartUnchanged) {
    return hold("late-approval", "The cart was changed after the customer applied.")
  }
  if (evidence.orderEdit !== null) {
    return hold("order-edit", evidence.orderEdit)
  }
  return null
}

function anotherAmount(isTaxExempt: boolean): string {
  return isTaxExempt
    ? "The service exempted the customer from taxes, so that it finances another amount than the customer applied for."
    : "The service finances another amount than the customer applied for."
}

function judgeReady(evidence: AuthorizationEvidence): AuthorizationVerdict {
  return disagreement(evidence) ?? { answer: "authorized" }
}

/** Funded without our settle: believed only with everything else in its favour. */
function judgeFunded(evidence: AuthorizationEvidence): AuthorizationVerdict {
  const held = disagreement(evidence)
  if (held) {
    return held
  }
  if (!evidence.seenReady) {
    return hold("mismatch", "The service reads funded, but was never seen ready to settle.")
  }
  return evidence.detailsVerified
    ? { answer: "captured" }
    : hold("mismatch", "The service reads funded, but does not confirm the order's details.")
}

const customerMustAct = (): AuthorizationVerdict => ({ answer: "customer-must-act" })

/** An approval of something else than the cart is by now would not pay for it. */
function judgeUnderReview(evidence: AuthorizationEvidence): AuthorizationVerdict {
  const isSame = evidence.cartUnchanged && evidence.sessionAmount === evidence.financed
  return { answer: isSame ? "under-review" : "apply-again" }
}

const refused = (): AuthorizationVerdict => ({ answer: "refused" })

const VERDICTS: Record<SeenCode, (evidence: AuthorizationEvidence) => AuthorizationVerdict> = {
  P: customerMustAct,
  Z: customerMustAct,
  R: customerMustAct,
  A: customerMustAct,
  B: customerMustAct,
  W: judgeUnderReview,
  M: judgeUnderReview,
  S: judgeReady,
  C: judgeFunded,
  L: judgeFunded,
  X: refused,
  U: refused,
  O: refused,
  T: () => hold("refunded-elsewhere", "The service reads refunded before anything was paid."),
  unknown: () => hold("unknown-code", "The service gave a status this plugin does not know."),
}

/** Only S authorizes; C and L may count as captured; everything else does not pay for anything. */
export function judgeAuthorization(evidence: AuthorizationEvidence): AuthorizationVerdict {
  if (!evidence.tokenAgrees) {
    return hold("answer", "The service's answer names another application than the one asked for.")
  }
  const verdict = VERDICTS[evidence.code](evidence)
  const isRefused = verdict.answer === "refused" || verdict.answer === "hold"
  return evidence.isTestData && !isRefused ? { answer: "test-data" } : verdict
}
