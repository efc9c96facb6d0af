import { applicationOf, reconcile } from "../../store/our-records"
import { requestedDraft } from "../../store/financing-request-steps"
import { harness } from "../../store/harness"
import { sign, signedApplication, silence } from "../../store/purchase-steps"
import type { Journey, Stage } from "../journeys/journey"
import { cancelOrder, capture, refundInFull, refundInPart } from "../journeys/merchants-journeys"
import { usePreApproval } from "../journeys/pre-approval-journeys"
import { askCustomer } from "../journeys/request-journeys"
import { apply, complete, expectPaid, quiet } from "../journeys/shoppers-journeys"
import type { Errand } from "./victim"

const { simulator } = harness()

/** An operation whose process can be killed at any of its effects. */
export type KilledOperation = {
  name: string
  prepare: () => Promise<Stage & { actAt: (errand: Errand) => Promise<unknown> }>
}

const overDoors = (name: string, { prepare }: Journey): KilledOperation => ({
  name,
  prepare: async () => {
    const stage = await prepare()
    return { ...stage, actAt: ({ doors }) => stage.act(doors) }
  },
})

/** A postback is the store's only notice of a signed application. */
const inbox: KilledOperation = {
  name: "inbox",
  prepare: async () => {
    const { cart, token, applied } = await signedApplication()
    const { id } = await applicationOf(cart.id)
    const { pathname } = new URL(String(applied.notifyUrl))
    const again = () => reconcile(id)
    const reached = () => expectPaid(cart.id)
    const stage = { cartId: cart.id, match: { token }, token, act: again, again, reached }
    const actAt = ({ url, headers }: Errand) =>
      fetch(url + pathname, { method: "POST", headers, body: `uuid=${token}` })
    return { ...(await quiet(stage)), actAt }
  },
}

/** A postback of a signed financing request: the draft becomes a paid order. */
const requestSigned: KilledOperation = {
  name: "request-signed",
  prepare: async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await sign(token)
    const { id } = await applicationOf(orderId)
    const { notifyUrl } = await simulator.application(token)
    const again = () => reconcile(id)
    const reached = () => expectPaid(orderId)
    const stage = { cartId: orderId, match: { token }, token, act: again, again, reached }
    const actAt = ({ url, headers }: Errand) =>
      fetch(url + new URL(String(notifyUrl)).pathname, {
        method: "POST",
        headers,
        body: `uuid=${token}`,
      })
    return { ...(await quiet(stage)), actAt }
  },
}

export const KILLED_OPERATIONS: KilledOperation[] = [
  overDoors("initiate", apply),
  overDoors("complete", complete),
  overDoors("capture", capture),
  overDoors("refund", refundInFull),
  overDoors("refund-part", refundInPart),
  overDoors("cancel", cancelOrder),
  inbox,
  overDoors("request", askCustomer),
  requestSigned,
  overDoors("pre-approval", usePreApproval),
]

const CALLING = ["initiate", "capture", "refund", "refund-part"]

/** Operations that wait for a changing call to the service. */
export const CALLING_OPERATIONS = KILLED_OPERATIONS.filter(({ name }) => CALLING.includes(name))
