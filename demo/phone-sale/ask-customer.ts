import type {
  MadeRequest,
  ShownRequest,
} from "../../src/api/admin/consumer-financing/shown-request"
import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import type { Draft } from "./make-draft"

export type Asked = Draft & { requestId: string; url: string; token: string }

type Answer = { financing_request: ShownRequest }

export const REQUESTS = "/admin/consumer-financing/financing-requests"

/** Staff request financing for the draft and e-mail the customer the link to the service's page. */
export async function askCustomer(demo: Demo, told: Telling, draft: Draft): Promise<Asked> {
  const { adminApi } = demo.admin
  const made = await adminApi.post<{ financing_request: MadeRequest }>(REQUESTS, {
    order_id: draft.orderId,
  })
  const { id, url } = made.financing_request
  const sent = await adminApi.post<Answer>(`${REQUESTS}/${id}/send`, { channel: "email" })
  told.say("Requested financing and e-mailed the link to the customer")
  return told.verify(async (check) => {
    const { state, amount, sent: letters } = sent.financing_request
    check("Medusa", "request", { is: state, due: "awaiting-customer" })
    check("Medusa", "amount requested", {
      is: asMoney(toCents(amount)),
      due: asMoney(draft.total),
    })
    check("Medusa", "sent by", { is: letters.map(({ channel }) => channel), due: ["email"] })
    const atService = await demo.simulator.findCartApplication(draft.orderId)
    check("Simulator", "kind of application", { is: atService.kind, due: "virtual-cart" })
    check("Simulator", "amount to finance", {
      is: asMoney(toCents(atService.loanAmount)),
      due: asMoney(draft.total),
    })
    return { ...draft, requestId: id, url: String(url), token: atService.tip }
  })
}
