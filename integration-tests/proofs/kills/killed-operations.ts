import { getLatestApplication, reconcile } from "../../store/plugin-records"
import { createRequestedDraft } from "../../store/financing-request-steps"
import { createHarness } from "../../store/harness"
import {
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "../../store/purchase-steps"
import type { Journey, PreparedJourney } from "../journeys/journey"
import { cancelOrder, capture, refundInFull, refundInPart } from "../journeys/merchant-journeys"
import { usePreApproval } from "../journeys/pre-approval-journeys"
import { requestFinancing } from "../journeys/request-journeys"
import { apply, complete, expectPaid, isolateJourney } from "../journeys/shopper-journeys"
import type { TrackedRequest } from "./victim"

const { simulator } = createHarness()

/** An operation whose process can be killed at any of its effects. */
export type KilledOperation = {
  name: string
  prepare: () => Promise<PreparedJourney & { actAt: (errand: TrackedRequest) => Promise<unknown> }>
}

const createFromJourney = (name: string, { prepare }: Journey): KilledOperation => ({
  name,
  prepare: async () => {
    const stage = await prepare()
    return { ...stage, actAt: ({ clients }) => stage.act(clients) }
  },
})

/** A postback is the store's only notice of a signed application. */
const inbox: KilledOperation = {
  name: "inbox",
  prepare: async () => {
    const { cart, token, applied } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const { pathname } = new URL(String(applied.notifyUrl))
    const retry = () => reconcile(id)
    const expectGoal = () => expectPaid(cart.id)
    const stage = { cartId: cart.id, match: { token }, token, act: retry, retry, expectGoal }
    const actAt = ({ url, headers }: TrackedRequest) =>
      fetch(url + pathname, { method: "POST", headers, body: `uuid=${token}` })
    return { ...(await isolateJourney(stage)), actAt }
  },
}

/** A postback of a signed financing request: the draft becomes a paid order. */
const requestSigned: KilledOperation = {
  name: "request-signed",
  prepare: async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await signApplication(token)
    const { id } = await getLatestApplication(orderId)
    const { notifyUrl } = await simulator.application(token)
    const retry = () => reconcile(id)
    const expectGoal = () => expectPaid(orderId)
    const stage = { cartId: orderId, match: { token }, token, act: retry, retry, expectGoal }
    const actAt = ({ url, headers }: TrackedRequest) =>
      fetch(url + new URL(String(notifyUrl)).pathname, {
        method: "POST",
        headers,
        body: `uuid=${token}`,
      })
    return { ...(await isolateJourney(stage)), actAt }
  },
}

export const KILLED_OPERATIONS: KilledOperation[] = [
  createFromJourney("initiate", apply),
  createFromJourney("complete", complete),
  createFromJourney("capture", capture),
  createFromJourney("refund", refundInFull),
  createFromJourney("refund-part", refundInPart),
  createFromJourney("cancel", cancelOrder),
  inbox,
  createFromJourney("request", requestFinancing),
  requestSigned,
  createFromJourney("pre-approval", usePreApproval),
]

const CALLING_NAMES = ["initiate", "capture", "refund", "refund-part"]

/** Operations that wait for a changing call to the service. */
export const CALLING_OPERATIONS = KILLED_OPERATIONS.filter(({ name }) =>
  CALLING_NAMES.includes(name)
)
