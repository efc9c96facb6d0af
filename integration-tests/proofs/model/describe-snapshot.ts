import type { Snapshot } from "./snapshot"

/** Formats the state of both sides for a failure report. */
export function describeSnapshot({ applications, ...snapshot }: Snapshot): string[] {
  const { order, draft, payments, sessions } = snapshot.medusa
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
  const purchase = order ? `an order${order.canceled ? ", cancelled" : ""}` : "no order"
  return [
    ...[...applications, ...snapshot.preApproved].map(
      (one) =>
        `service: ${one.originalOrderId.split("-").at(-1)} (${one.kind}) reads ${one.status} over $${one.loanAmount}` +
        ` (settles ${one.settleCount}, cancels ${one.cancelCount}, refunds ${one.refundCount}, partial ${one.partialRefunds.length})`
    ),
    ...snapshot.preApprovals.map(
      ({ state, uses }) => `ours: a pre-approval is ${state}, used by ${uses.length} applications`
    ),
    `Medusa: ${draft ? "a draft" : purchase}, ${sessions.length} sessions`,
    ...payments.map(
      (one) =>
        `Medusa: a payment over ${dollars(one.amount)}${one.canceled ? ", cancelled" : ""}` +
        `${one.captured ? ", captured" : ""}, ${one.captures} captures, ${dollars(one.refunded)} refunded`
    ),
    ...snapshot.records.map(
      (one) =>
        `ours: ${one.attempt} (${one.kind}) is ${one.state}${one.live ? " and live" : ""}, ${dollars(one.refunded)} refunded, ` +
        one.operations.map(({ kind, outcome }) => `${kind} ${outcome}`).join(", ")
    ),
    ...snapshot.records.flatMap(({ attempt, review_cases }) =>
      review_cases.map(({ cause, reason }) => `ours: ${attempt} is listed (${cause}): ${reason}`)
    ),
  ]
}
