import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import { getSinglePayment, type PlacedOrder } from "./place-order"

/** Cents. */
const REFUND_CENTS = 100_00

/** The merchant refunds $100. The service replaces the application with a smaller one. */
export async function refundPart(
  demo: Demo,
  reporter: StepReporter,
  placedOrder: PlacedOrder
): Promise<void> {
  const payment = getSinglePayment(await demo.admin.getOrder(placedOrder.orderId))
  await demo.admin.refund(payment.id, { amount: REFUND_CENTS / 100, note: "Scratch on the sofa" })
  reporter.log(`Refunded ${formatMoney(REFUND_CENTS)} in the admin for a scratch on the sofa`)
  const remaining = formatMoney(placedOrder.total - REFUND_CENTS)
  await reporter.verify(async (check) => {
    const order = await demo.admin.getOrder(placedOrder.orderId)
    const refunds = getSinglePayment(order).refunds ?? []
    check("Medusa", "payment status", {
      actual: order.payment_status,
      expected: "partially_refunded",
    })
    check("Medusa", "amounts refunded", {
      actual: refunds.map(({ amount }) => formatMoney(toCents(amount))),
      expected: [formatMoney(REFUND_CENTS)],
    })
    const application = await demo.simulator.application(placedOrder.token)
    const [replaced, tip] = application.chain
    check("Simulator", "tokens in its chain", { actual: application.tokens.length, expected: 2 })
    check("Simulator", "old and new token differ", {
      actual: replaced?.token !== tip?.token,
      expected: true,
    })
    check("Simulator", "status, old and new", {
      actual: application.chain.map(({ status }) => status),
      expected: ["T", "C"],
    })
    check("Simulator", "amount financed now", {
      actual: formatMoney(toCents(application.loanAmount)),
      expected: remaining,
    })
    check("Simulator", "times settled", { actual: application.settleCount, expected: 1 })
    check("Simulator", "partial refunds", {
      actual: application.partialRefunds.length,
      expected: 1,
    })
    check("Simulator", "order id of the new token", {
      actual: tip?.orderId,
      expected: placedOrder.number,
    })
    const calls = await demo.simulator.calls({ operation: "updateOrderId" })
    const tokensWithOrderId = application.tokens.filter((token) =>
      calls.some((call) => call.token === token)
    )
    check("Simulator", "tokens with an order id sent", {
      actual: tokensWithOrderId.length,
      expected: 2,
    })
  })
}
