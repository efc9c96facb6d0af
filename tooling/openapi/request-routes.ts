import type { RouteDocument } from "./route-document"
import {
  requestInput,
  sendInput,
  requestsQuery,
} from "../../src/api/admin/consumer-financing/queries"
import { linkAnswer } from "./link-routes"
import {
  madeAnswer,
  requestAnswer,
  requestsAnswer,
} from "../../src/api/admin/consumer-financing/shown-request"

const PATH = "/admin/consumer-financing/financing-requests"
const REQUEST = { id: "The request's id." }

const OPEN_REQUEST = {
  id: "finapp_01",
  order_id: "order_01",
  state: "awaiting-customer",
  progress: null,
  amount: 1467.64,
  currency_code: "usd",
  is_outdated: false,
  is_open: true,
  has_link: true,
  sent: [],
  review_reason: null,
  created_at: "2026-11-20T12:00:00.000Z",
}

const CREATED_REQUEST = { ...OPEN_REQUEST, url: "https://financing.example/apply?app=…" }

const SENT_REQUEST = {
  ...OPEN_REQUEST,
  progress: "created, nothing decided",
  sent: [{ channel: "email", at: "2026-11-20T12:01:00.000Z" }],
}

const WITHDRAWN_REQUEST = {
  ...SENT_REQUEST,
  state: "cancelled",
  progress: "cancelled",
  is_open: false,
  has_link: false,
}

const NOT_FOUND = "A sentence for staff: there is no such request."

const create: RouteDocument = {
  method: "post",
  path: PATH,
  summary: "Ask a customer to finance an order",
  description:
    "For a draft order, or for what is due on an order: makes an application at the service whose `url` staff hand to the customer. A draft's taxes are computed again first. Asking again for the unchanged order answers the same request; for a changed one a new request, and the old one is ended.",
  parameters: {},
  body: { schema: requestInput, example: { order_id: "order_01" } },
  answer: { schema: madeAnswer, example: { financing_request: CREATED_REQUEST } },
  refusals: {
    400: "A sentence for staff: nothing is due, another payment is authorized, an address or amount that cannot be financed, out of the service's range, or the service did not answer.",
  },
}

const list: RouteDocument = {
  method: "get",
  path: PATH,
  summary: "The financing requests of an order",
  description: "The newest first, with how far they got, from the shop's own records.",
  parameters: {},
  query: requestsQuery,
  answer: {
    schema: requestsAnswer,
    example: { financing_requests: [SENT_REQUEST], channels: ["email"] },
  },
  refusals: { 400: "Which order was not said." },
}

const retrieve: RouteDocument = {
  method: "get",
  path: `${PATH}/{id}`,
  summary: "One financing request",
  description: "How far it got, from the shop's own records.",
  parameters: REQUEST,
  answer: { schema: requestAnswer, example: { financing_request: SENT_REQUEST } },
  refusals: { 400: NOT_FOUND },
}

const link: RouteDocument = {
  method: "post",
  path: `${PATH}/{id}/link`,
  summary: "Hand out a financing request's link",
  description:
    "The customer's own address at the service, to be copied. The timeline records who requested it.",
  parameters: REQUEST,
  answer: {
    schema: linkAnswer,
    example: { link: { url: "https://financing.example/apply?app=…" } },
  },
  refusals: {
    400: "A sentence for staff: there is no such request, it is over, or the order was changed since.",
  },
}

const send: RouteDocument = {
  method: "post",
  path: `${PATH}/{id}/send`,
  summary: "Send the customer the link",
  description:
    "By e-mail or text message, through the shop's own notification provider for that channel, with the template `consumer-financing-request`. Sending again is fine; the same within ten seconds counts once.",
  parameters: REQUEST,
  body: { schema: sendInput, example: { channel: "email" } },
  answer: { schema: requestAnswer, example: { financing_request: SENT_REQUEST } },
  refusals: {
    400: "A sentence for staff: the shop has no provider for the channel, the order has no such address, or the request is over.",
  },
}

const withdraw: RouteDocument = {
  method: "post",
  path: `${PATH}/{id}/withdraw`,
  summary: "Withdraw a financing request",
  description:
    "Removes its payment session and ends the application at the service: at once where it can be reached, else as soon as it can.",
  parameters: REQUEST,
  answer: { schema: requestAnswer, example: { financing_request: WITHDRAWN_REQUEST } },
  refusals: { 400: "A sentence for staff: the order is paid for with it already." },
}

/** The routes of financing requests, for sales by phone or in the store (endpoint 3). */
export const REQUEST_ROUTES: readonly RouteDocument[] = [
  create,
  list,
  retrieve,
  link,
  send,
  withdraw,
]
