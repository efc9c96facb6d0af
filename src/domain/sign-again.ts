import { type Phase, phaseOf, type SeenCode } from "./status-codes"

/** B asks for it; the others are steps of the customer's, or the service's, on the way to it. */
const ON_THE_WAY: readonly Phase[] = ["re-sign", "applying", "in-review"]

/** A new application that is neither signed nor over: the customer has something to do. */
export function waitsForSignature(code: SeenCode): boolean {
  return ON_THE_WAY.includes(phaseOf(code))
}

/** For the merchant: where the customer signs again. Only B, raised by a partial refund, asks for it. */
export function describeSignAgain(hasLink: boolean): string {
  const where = hasLink
    ? "at their link, which the application's page in the dashboard copies or sends them again"
    : "by the message that the service sends to the customer: the plugin knows no link to the new application"
  return `The customer has to sign again, ${where}.`
}
