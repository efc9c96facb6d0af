import type {
  MadeRequest,
  ShownRequest,
} from "../../src/api/admin/consumer-financing/shown-request"
import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import type { DraftOrder } from "./create-draft-order"

export type SentRequest = DraftOrder & { requestId: string; url: string; token: string }

type Answer = { financing_request: ShownRequest }

export const REQUESTS_PATH = "/admin/consumer-financing/financing-requests"

/** Staff request financing for the draft and e-mail the customer the link to the service's page. */
export async function sendFinancingRequest(
  demo: Demo,
  reporter: StepReporter,
  draft: DraftOrder
): Promise<SentRequest> {
  const { adminApi } = demo.admin
  const made = await adminApi.post<{ financing_request: MadeRequest }>(REQUESTS_PATH, {
    order_id: draft.orderId,
  })
  const { id, url } = made.financing_request
  const sent = await adminApi.post<Answer>(`${REQUESTS_PATH}/${id}/send`, { channel: "email" })
  reporter.log("Requested financing and e-mailed the link to the customer")
  return reporter.verify(async (check) => {
    const { state, amount, sent: messages } = sent.financing_request
    check("Medusa", "request", { actual: state, expected: "awaiting-customer" })
    check("Medusa", "amount requested", {
      actual: formatMoney(toCents(amount)),
      expected: formatMoney(draft.total),
    })
    check("Medusa", "sent by", {
      actual: messages.map(({ channel }) => channel),
      expected: ["email"],
    })
    const application = await demo.simulator.findCartApplication(draft.orderId)
    check("Simulator", "kind of application", {
      actual: application.kind,
      expected: "virtual-cart",
    })
    check("Simulator", "amount to finance", {
      actual: formatMoney(toCents(application.loanAmount)),
      expected: formatMoney(draft.total),
    })
    return { ...draft, requestId: id, url: String(url), token: application.tip }
  })
}
