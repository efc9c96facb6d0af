import type { ShownRequest } from "../../src/api/admin/consumer-financing/shown-request"
import { asMoney, toCents } from "../money"
import { paymentOf } from "../purchase/come-back"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { type Asked, REQUESTS } from "./ask-customer"

/** The customer signs through the link. The draft becomes a paid order without staff action. */
export async function becomesOrder(demo: Demo, told: Telling, asked: Asked): Promise<void> {
  await demo.shopper.signAt(asked.url)
  told.say("The customer opened the link and signed; staff did nothing more")
  await told.verify(async (check) => {
    const order = await demo.admin.getOrder(asked.orderId)
    check("Medusa", "order", { is: order.status, due: "pending" })
    check("Medusa", "payment status", { is: order.payment_status, due: "authorized" })
    check("Medusa", "amount authorized", {
      is: asMoney(toCents(paymentOf(order).amount)),
      due: asMoney(asked.total),
    })
    const { financing_request: request } = await demo.admin.adminApi.get<{
      financing_request: ShownRequest
    }>(`${REQUESTS}/${asked.requestId}`)
    check("Medusa", "request", { is: request.state, due: "ready-to-settle" })
    const seen = await demo.simulator.application(asked.token)
    check("Simulator", "status", { is: seen.status, due: "S" })
    check("Simulator", "order id received", {
      is: seen.orderId,
      due: String(order.display_id),
    })
  })
}
