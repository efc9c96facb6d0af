import type { ShownRequest } from "../../src/api/admin/consumer-financing/shown-request"
import { formatMoney, toCents } from "../money"
import { getSinglePayment } from "../purchase/place-order"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import { type SentRequest, REQUESTS_PATH } from "./send-financing-request"

/** The customer signs through the link. The draft becomes a paid order without staff action. */
export async function signPhoneSale(
  demo: Demo,
  reporter: StepReporter,
  sentRequest: SentRequest
): Promise<void> {
  await demo.shopper.completeApplication(sentRequest.url)
  reporter.log("The customer opened the link and signed; staff did nothing more")
  await reporter.verify(async (check) => {
    const order = await demo.admin.getOrder(sentRequest.orderId)
    check("Medusa", "order", { actual: order.status, expected: "pending" })
    check("Medusa", "payment status", { actual: order.payment_status, expected: "authorized" })
    check("Medusa", "amount authorized", {
      actual: formatMoney(toCents(getSinglePayment(order).amount)),
      expected: formatMoney(sentRequest.total),
    })
    const { financing_request: request } = await demo.admin.adminApi.get<{
      financing_request: ShownRequest
    }>(`${REQUESTS_PATH}/${sentRequest.requestId}`)
    check("Medusa", "request", { actual: request.state, expected: "ready-to-settle" })
    const application = await demo.simulator.application(sentRequest.token)
    check("Simulator", "status", { actual: application.status, expected: "S" })
    check("Simulator", "order id received", {
      actual: application.orderId,
      expected: String(order.display_id),
    })
  })
}
