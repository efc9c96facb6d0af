import type { World } from "./world"

/** Formats the state of both sides for a failure report. */
export function describeWorld({ applications, ...world }: World): string[] {
  const { order, draft, payments, sessions } = world.medusa
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
  const purchase = order ? `an order${order.canceled ? ", cancelled" : ""}` : "no order"
  return [
    ...[...applications, ...world.preApproved].map(
      (one) =>
        `service: ${one.originalOrderId.split("-").at(-1)} (${one.kind}) reads ${one.status} over $${one.loanAmount}` +
        ` (settles ${one.settleCount}, cancels ${one.cancelCount}, refunds ${one.refundCount}, partial ${one.partialRefunds.length})`
    ),
    ...world.preApprovals.map(
      ({ state, uses }) => `ours: a pre-approval is ${state}, used by ${uses.length} applications`
    ),
    `Medusa: ${draft ? "a draft" : purchase}, ${sessions.length} sessions`,
    ...payments.map(
      (one) =>
        `Medusa: a payment over ${dollars(one.amount)}${one.canceled ? ", cancelled" : ""}` +
        `${one.captured ? ", captured" : ""}, ${one.captures} captures, ${dollars(one.refunded)} refunded`
    ),
    ...world.records.map(
      (one) =>
        `ours: ${one.attempt} (${one.kind}) is ${one.state}${one.live ? " and live" : ""}, ${dollars(one.refunded)} refunded, ` +
        one.operations.map(({ kind, outcome }) => `${kind} ${outcome}`).join(", ")
    ),
    ...world.records.flatMap(({ attempt, review_cases }) =>
      review_cases.map(({ cause, reason }) => `ours: ${attempt} is listed (${cause}): ${reason}`)
    ),
  ]
}
