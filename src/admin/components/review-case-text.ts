import type { ReviewCase } from "../queries/api-types"
import type { Params, useTexts } from "../texts/use-texts"

type TextFormatters = Pick<ReturnType<typeof useTexts>, "word" | "amount">

/** What is left of what is financed: what would be paid out, or given back. In cents. */
export function getRemainingCents(reviewCase: ReviewCase): number {
  const captured = getCapturedCents(reviewCase)
  return captured > 0 ? captured : (reviewCase.service.cents ?? reviewCase.medusa.financed_cents)
}

/** What Medusa captured and has not given back, in cents. */
export const getCapturedCents = ({ medusa }: ReviewCase): number =>
  (medusa.captured_cents ?? 0) - (medusa.refunded_cents ?? 0)

const AMOUNT_CAUSES = ["amounts", "tax-exempt"]

/** How much less the service finances than Medusa has captured, in cents; 0 where that is not what a case is about. */
export function getShortfallCents(reviewCase: ReviewCase): number {
  const { cause, service } = reviewCase
  if (!AMOUNT_CAUSES.includes(cause) || service.cents === null) return 0
  return Math.max(0, getCapturedCents(reviewCase) - service.cents)
}

/** The text of a decision's part: what the service never pays is no refund to the customer. */
export const getDecisionKey = (
  reviewCase: ReviewCase,
  action: string,
  part: "label" | "title" | "effect"
): string =>
  action === "record-refund" && getShortfallCents(reviewCase) > 0
    ? `missing.${action}.${part}`
    : `decisions.${action}.${part}`

/** The word for what happened: what is captured already may have shipped. */
export const getSummaryKey = (reviewCase: ReviewCase): string =>
  getShortfallCents(reviewCase) > 0 ? "missing.happened" : `cases.${reviewCase.cause}.happened`

/** Whose purchase it is: its order's number, else the customer, else its cart. */
export function getPurchaseLabel(reviewCase: ReviewCase): string {
  const { order_display_id, customer_name, customer_email, application_id } = reviewCase
  if (order_display_id !== null) return `#${order_display_id}`
  return customer_name ?? customer_email ?? application_id.slice(-6)
}

/** Everything that a sentence about a case may name. */
export function buildCaseParams(reviewCase: ReviewCase, { word, amount }: TextFormatters): Params {
  const { medusa, service, operation } = reviewCase
  const expected =
    getCapturedCents(reviewCase) > 0 ? getCapturedCents(reviewCase) : medusa.financed_cents
  return {
    whose: getPurchaseLabel(reviewCase),
    amount: amount(medusa.financed_cents),
    left: amount(getRemainingCents(reviewCase)),
    service: amount(service.cents),
    difference: amount(Math.abs(expected - (service.cents ?? expected))),
    code: service.code ?? "–",
    status: service.code === null ? "–" : word("statuses", service.code),
    call: operation ? word("operations", operation.kind) : "–",
    sum: amount(operation?.amount_cents ?? medusa.financed_cents),
  }
}
