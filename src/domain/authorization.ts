import { type ReviewCause, causeOfDifference } from "./review-causes"
import type { Cents } from "./money"
import type { ReportedCode } from "./status-codes"

/** The data that an authorization needs. Amounts in cents, null where the service gave none. */
export type AuthorizationEvidence = {
  code: ReportedCode
  /** The answer names the checked token. */
  tokenAgrees: boolean
  /** The amount that the service would finance. */
  serviceAmount: Cents | null
  /** The applied-for amount. */
  financed: Cents
  /** The amount of Medusa's payment session. */
  sessionAmount: Cents
  /** The cart still matches the application (items, addresses, currency, total). */
  cartUnchanged: boolean
  /** For the merchant, why its order differs from the application; null when it does not. */
  orderEdit: string | null
  /** An earlier check read S for this application. */
  seenReady: boolean
  /** Endpoint 15 answered VERIFIED_PT with the order's details; checked only for C and L. */
  detailsVerified: boolean
  /** The service exempted the customer from taxes. */
  taxExempt: boolean
  /** Created in staging, while the shop works in production. */
  isTestData: boolean
}

export type AuthorizationVerdict =
  | { answer: "authorized" }
  | { answer: "captured" }
  | { answer: "under-review" }
  /** The customer must sign, or sign again. */
  | { answer: "customer-must-act" }
  /** The application under review is for an earlier version of the cart. */
  | { answer: "apply-again" }
  | { answer: "refused" }
  /** Created in the service's test environment, so it pays for nothing. */
  | { answer: "test-data" }
  /** Neither success nor failure: staff must decide. `reason` is for the merchant. */
  | Hold

type Hold = { answer: "hold"; cause: ReviewCause; reason: string }

const hold = (cause: ReviewCause, reason: string): Hold => ({ answer: "hold", cause, reason })

/** Explains why S (or C, L) is not accepted, or null when everything agrees. */
function disagreement(evidence: AuthorizationEvidence): Hold | null {
  if (evidence.serviceAmount === null) {
    return hold("amounts", "The service's answer names no amount.")
  }
  if (evidence.serviceAmount !== evidence.financed) {
    const cause = causeOfDifference(evidence.taxExempt)
    return hold(cause, evidence.taxExempt ? ANOTHER_AMOUNT_UNTAXED : ANOTHER_AMOUNT)
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

const ANOTHER_AMOUNT = "The service finances another amount than the customer applied for."
const ANOTHER_AMOUNT_UNTAXED =
  "The service exempted the customer from taxes, so that it finances another amount than the customer applied for."

/** Judges a loan funded without a settle, which is accepted only with all other evidence. */
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

/** Refuses an approval that would not match the current cart. */
function judgeUnderReview(evidence: AuthorizationEvidence): AuthorizationVerdict {
  const isSame = evidence.cartUnchanged && evidence.sessionAmount === evidence.financed
  return { answer: isSame ? "under-review" : "apply-again" }
}

const refused = (): AuthorizationVerdict => ({ answer: "refused" })

const VERDICTS: Record<ReportedCode, (evidence: AuthorizationEvidence) => AuthorizationVerdict> = {
  P: customerMustAct,
  Z: customerMustAct,
  R: customerMustAct,
  A: customerMustAct,
  B: customerMustAct,
  W: judgeUnderReview,
  M: judgeUnderReview,
  S: (evidence) => disagreement(evidence) ?? { answer: "authorized" },
  C: judgeFunded,
  L: judgeFunded,
  X: refused,
  U: refused,
  O: refused,
  T: () => hold("refunded-elsewhere", "The service reads refunded before anything was paid."),
  unknown: () => hold("unknown-code", "The service gave a status this plugin does not know."),
}

/** Only S authorizes; C and L may count as captured; no other code pays. */
export function judgeAuthorization(evidence: AuthorizationEvidence): AuthorizationVerdict {
  if (!evidence.tokenAgrees) {
    return hold("answer", "The service's answer names another application than the one asked for.")
  }
  const verdict = VERDICTS[evidence.code](evidence)
  const isRefused = verdict.answer === "refused" || verdict.answer === "hold"
  return evidence.isTestData && !isRefused ? { answer: "test-data" } : verdict
}
