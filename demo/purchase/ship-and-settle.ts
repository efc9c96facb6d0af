import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import { getSinglePayment, type PlacedOrder } from "./place-order"

/** The merchant ships the order. The plugin settles it at the service and captures it in Medusa. */
export async function shipAndSettle(
  demo: Demo,
  reporter: StepReporter,
  placedOrder: PlacedOrder
): Promise<PlacedOrder> {
  const fulfillmentId = await demo.admin.createFulfillment(placedOrder.orderId)
  await demo.admin.createShipment(placedOrder.orderId, fulfillmentId)
  reporter.log("Packed and shipped in the admin; the plugin settled the order")
  return reporter.verify(async (check) => {
    const order = await demo.admin.getOrder(placedOrder.orderId)
    const captures = getSinglePayment(order).captures ?? []
    check("Medusa", "fulfillment status", { actual: order.fulfillment_status, expected: "shipped" })
    check("Medusa", "payment status", { actual: order.payment_status, expected: "captured" })
    check("Medusa", "amounts captured", {
      actual: captures.map(({ amount }) => formatMoney(toCents(amount))),
      expected: [formatMoney(placedOrder.total)],
    })
    const application = await demo.simulator.application(placedOrder.token)
    check("Simulator", "times settled", { actual: application.settleCount, expected: 1 })
    check("Simulator", "status", { actual: application.status, expected: "C" })
    check("Simulator", "amount financed", {
      actual: formatMoney(toCents(application.loanAmount)),
      expected: formatMoney(placedOrder.total),
    })
    check("Simulator", "order id", { actual: application.orderId, expected: placedOrder.number })
    return placedOrder
  })
}
