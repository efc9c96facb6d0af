import type { ReviewCase } from "../queries/api-types"
import type { Params, useTexts } from "../texts/use-texts"

type Formatters = Pick<ReturnType<typeof useTexts>, "word" | "amount">

/** Returns the cents that a settlement would pay out or a refund would return. */
export function getRemaining(reviewCase: ReviewCase): number {
  const captured = getCaptured(reviewCase)
  return captured > 0 ? captured : (reviewCase.service.cents ?? reviewCase.medusa.financed_cents)
}

export const getCaptured = ({ medusa }: ReviewCase): number =>
  (medusa.captured_cents ?? 0) - (medusa.refunded_cents ?? 0)

const AMOUNT_CAUSES = ["amounts", "tax-exempt"]

/** Captured in Medusa minus financed by the service; 0 for cases that are not about amounts. */
export function getShortfall(reviewCase: ReviewCase): number {
  const { cause, service } = reviewCase
  if (!AMOUNT_CAUSES.includes(cause) || service.cents === null) return 0
  return Math.max(0, getCaptured(reviewCase) - service.cents)
}

/** A shortfall has its own texts, because recording it refunds nothing to the customer. */
export const getDecisionKey = (
  reviewCase: ReviewCase,
  action: string,
  part: "label" | "title" | "effect"
): string =>
  action === "record-refund" && getShortfall(reviewCase) > 0
    ? `missing.${action}.${part}`
    : `decisions.${action}.${part}`

/** A shortfall has its own text, because captured goods may have shipped. */
export const getSummaryKey = (reviewCase: ReviewCase): string =>
  getShortfall(reviewCase) > 0 ? "missing.happened" : `cases.${reviewCase.cause}.happened`

export function getPurchaseLabel(reviewCase: ReviewCase): string {
  const { order_display_id, customer_name, customer_email, application_id } = reviewCase
  if (order_display_id !== null) return `#${order_display_id}`
  return customer_name ?? customer_email ?? application_id.slice(-6)
}

export function buildCaseParams(reviewCase: ReviewCase, { word, amount }: Formatters): Params {
  const { medusa, service, operation } = reviewCase
  const expected = getCaptured(reviewCase) > 0 ? getCaptured(reviewCase) : medusa.financed_cents
  return {
    purchase: getPurchaseLabel(reviewCase),
    amount: amount(medusa.financed_cents),
    left: amount(getRemaining(reviewCase)),
    service: amount(service.cents),
    difference: amount(Math.abs(expected - (service.cents ?? expected))),
    code: service.code ?? "–",
    status: service.code === null ? "–" : word("statuses", service.code),
    call: operation ? word("operations", operation.kind) : "–",
    sum: amount(operation?.amount_cents ?? medusa.financed_cents),
  }
}
