import type { ReviewCase } from "../server/answers"
import type { Params, useTexts } from "../texts/use-texts"

type Words = Pick<ReturnType<typeof useTexts>, "word" | "amount">

/** What is left of what is financed: what would be paid out, or given back. In cents. */
export function leftOf({ medusa, service }: ReviewCase): number {
  const captured = (medusa.captured_cents ?? 0) - (medusa.refunded_cents ?? 0)
  return captured > 0 ? captured : (service.cents ?? medusa.financed_cents)
}

/** Whose purchase it is: its order's number, else the customer, else its cart. */
export function whoseOf(one: ReviewCase): string {
  const { order_display_id, customer_name, customer_email, application_id } = one
  if (order_display_id !== null) return `#${order_display_id}`
  return customer_name ?? customer_email ?? application_id.slice(-6)
}

/** Everything that a sentence about a case may name. */
export function caseParams(one: ReviewCase, { word, amount }: Words): Params {
  const { medusa, service, operation } = one
  return {
    whose: whoseOf(one),
    amount: amount(medusa.financed_cents),
    left: amount(leftOf(one)),
    service: amount(service.cents),
    difference: amount(Math.abs(medusa.financed_cents - (service.cents ?? medusa.financed_cents))),
    code: service.code ?? "–",
    status: service.code === null ? "–" : word("statuses", service.code),
    call: operation ? word("operations", operation.kind) : "–",
    sum: amount(operation?.amount_cents ?? medusa.financed_cents),
  }
}
