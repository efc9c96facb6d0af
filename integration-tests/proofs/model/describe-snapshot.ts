import type { Snapshot } from "./snapshot"

/** Formats the state of both sides for a failure report. */
export function describeSnapshot({ applications, ...snapshot }: Snapshot): string[] {
  const { order, draft, payments, sessions } = snapshot.medusa
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
  const purchase = order ? `an order${order.canceled ? ", cancelled" : ""}` : "no order"
  return [
    ...[...applications, ...snapshot.preApproved].map(
      (application) =>
        `service: ${application.originalOrderId.split("-").at(-1)} (${application.kind}) reads ${application.status} over $${application.loanAmount}` +
        ` (settles ${application.settleCount}, cancels ${application.cancelCount}, refunds ${application.refundCount}, partial ${application.partialRefunds.length})`
    ),
    ...snapshot.preApprovals.map(
      ({ state, uses }) => `ours: a pre-approval is ${state}, used by ${uses.length} applications`
    ),
    `Medusa: ${draft ? "a draft" : purchase}, ${sessions.length} sessions`,
    ...payments.map(
      (payment) =>
        `Medusa: a payment over ${dollars(payment.amount)}${payment.canceled ? ", cancelled" : ""}` +
        `${payment.captured ? ", captured" : ""}, ${payment.captures} captures, ${dollars(payment.refunded)} refunded`
    ),
    ...snapshot.records.map(
      (record) =>
        `ours: ${record.attempt} (${record.kind}) is ${record.state}${record.live ? " and live" : ""}, ${dollars(record.refunded)} refunded, ` +
        record.operations.map(({ kind, outcome }) => `${kind} ${outcome}`).join(", ")
    ),
    ...snapshot.records.flatMap(({ attempt, review_cases }) =>
      review_cases.map(({ cause, reason }) => `ours: ${attempt} is listed (${cause}): ${reason}`)
    ),
  ]
}
