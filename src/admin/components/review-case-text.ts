import type { ReviewCase } from "../queries/api-types"
import type { Params, useTexts } from "../texts/use-texts"

type Words = Pick<ReturnType<typeof useTexts>, "word" | "amount">

/** What is left of what is financed: what would be paid out, or given back. In cents. */
export function leftOf(one: ReviewCase): number {
  const captured = capturedOf(one)
  return captured > 0 ? captured : (one.service.cents ?? one.medusa.financed_cents)
}

/** What Medusa captured and has not given back, in cents. */
export const capturedOf = ({ medusa }: ReviewCase): number =>
  (medusa.captured_cents ?? 0) - (medusa.refunded_cents ?? 0)

const ABOUT_AMOUNTS = ["amounts", "tax-exempt"]

/** How much less the service finances than Medusa has captured, in cents; 0 where that is not what a case is about. */
export function missingOf(one: ReviewCase): number {
  const { cause, service } = one
  if (!ABOUT_AMOUNTS.includes(cause) || service.cents === null) return 0
  return Math.max(0, capturedOf(one) - service.cents)
}

/** The text of a decision's part: what the service never pays is no refund to the customer. */
export const decisionText = (
  one: ReviewCase,
  action: string,
  part: "label" | "title" | "effect"
): string =>
  action === "record-refund" && missingOf(one) > 0
    ? `missing.${action}.${part}`
    : `decisions.${action}.${part}`

/** The word for what happened: what is captured already may have shipped. */
export const happenedOf = (one: ReviewCase): string =>
  missingOf(one) > 0 ? "missing.happened" : `cases.${one.cause}.happened`

/** Whose purchase it is: its order's number, else the customer, else its cart. */
export function whoseOf(one: ReviewCase): string {
  const { order_display_id, customer_name, customer_email, application_id } = one
  if (order_display_id !== null) return `#${order_display_id}`
  return customer_name ?? customer_email ?? application_id.slice(-6)
}

/** Everything that a sentence about a case may name. */
export function caseParams(one: ReviewCase, { word, amount }: Words): Params {
  const { medusa, service, operation } = one
  const counted = capturedOf(one) > 0 ? capturedOf(one) : medusa.financed_cents
  return {
    whose: whoseOf(one),
    amount: amount(medusa.financed_cents),
    left: amount(leftOf(one)),
    service: amount(service.cents),
    difference: amount(Math.abs(counted - (service.cents ?? counted))),
    code: service.code ?? "–",
    status: service.code === null ? "–" : word("statuses", service.code),
    call: operation ? word("operations", operation.kind) : "–",
    sum: amount(operation?.amount_cents ?? medusa.financed_cents),
  }
}
