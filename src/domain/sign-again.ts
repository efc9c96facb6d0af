import { type Phase, phaseOf, type SeenCode } from "./status-codes"

/** B requires it; the others are intermediate steps of the customer or the service. */
const ON_THE_WAY: readonly Phase[] = ["re-sign", "applying", "in-review"]

/** Whether a new application is neither signed nor ended, so that the customer must act. */
export function waitsForSignature(code: SeenCode): boolean {
  return ON_THE_WAY.includes(phaseOf(code))
}

/** For the merchant: where the customer signs again. Only B, after a partial refund, requires it. */
export function describeSignAgain(hasLink: boolean): string {
  const where = hasLink
    ? "at their link, which the application's page in the dashboard copies or sends them again"
    : "by the message that the service sends to the customer: the plugin knows no link to the new application"
  return `The customer has to sign again, ${where}.`
}
