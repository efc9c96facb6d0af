import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { paymentOf, type Placed } from "./come-back"

/** The merchant ships the order. The plugin settles it at the service and captures it in Medusa. */
export async function shipAndSettle(demo: Demo, told: Telling, placed: Placed): Promise<Placed> {
  const fulfillmentId = await demo.admin.createFulfillment(placed.orderId)
  await demo.admin.createShipment(placed.orderId, fulfillmentId)
  told.say("Packed and shipped in the admin; the plugin settled the order")
  return told.verify(async (check) => {
    const order = await demo.admin.getOrder(placed.orderId)
    const captures = paymentOf(order).captures ?? []
    check("Medusa", "fulfillment status", { is: order.fulfillment_status, due: "shipped" })
    check("Medusa", "payment status", { is: order.payment_status, due: "captured" })
    check("Medusa", "amounts captured", {
      is: captures.map(({ amount }) => asMoney(toCents(amount))),
      due: [asMoney(placed.total)],
    })
    const seen = await demo.simulator.application(placed.token)
    check("Simulator", "times settled", { is: seen.settleCount, due: 1 })
    check("Simulator", "status", { is: seen.status, due: "C" })
    check("Simulator", "amount financed", {
      is: asMoney(toCents(seen.loanAmount)),
      due: asMoney(placed.total),
    })
    check("Simulator", "order id", { is: seen.orderId, due: placed.number })
    return placed
  })
}
