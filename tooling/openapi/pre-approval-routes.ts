import { preApprovalsQuery } from "../../src/api/admin/consumer-financing/queries"
import { refusalQuery } from "./refusal-query"
import type { RouteDocument } from "./route-document"
import {
  claimForm,
  preApprovalForm,
  staffPreApprovalForm,
} from "../../src/api/store/consumer-financing/forms"
import {
  attachedPreApprovalAnswer,
  preApprovalAnswer,
  requestedPreApprovalAnswer,
  staffListAnswer,
  staffRequestedAnswer,
} from "../../src/api/store/consumer-financing/show-pre-approval"

const CLAIM = "bWFkZS1mb3ItdGhlLWRvY3VtZW50cy1vbmx5LTEyMzQ"

const REQUESTED = {
  id: "finpre_01",
  status: "apply" as const,
  message: "Please open your link at the financing service and apply there.",
  approved_up_to: null,
  currency_code: "usd" as const,
  expires_at: null,
  application_url: "https://financing.example/apply?app=…",
  explanation_url: null,
}

const APPROVED = {
  ...REQUESTED,
  status: "approved" as const,
  message: "You are pre-approved. Choose financing at the checkout to use it.",
  approved_up_to: 5000,
  expires_at: "2026-12-20T12:00:00.000Z",
  application_url: null,
}

const STAFF_PRE_APPROVAL = {
  ...REQUESTED,
  environment: "production",
  state: "awaiting-customer",
  code: null,
  customer_id: null,
  cart_id: null,
  application_id: null,
  order_id: null,
  order_display_id: null,
  used_amount: null,
  maximum_approved: null,
  requested_by: "user_01",
  error_code: null,
  created_at: "2026-11-20T12:00:00.000Z",
}

const PERSONAL_DETAILS = {
  first_name: "Dana",
  last_name: "Shopper",
  email: "dana@shop.example",
  cell_phone: "212-555-0143",
}

const PRE_APPROVALS_OFF = "The shop has not turned pre-approvals on."
const REFUSALS = {
  400: "Fields to correct (`errors`), or a sentence why it was not asked for.",
  403: "Not over https.",
  404: PRE_APPROVALS_OFF,
  413: "The body is too large.",
  415: "The body is not JSON.",
}
const RATE_LIMITED =
  "Too many attempts from this address, or for this phone or e-mail: `Retry-After` says how many seconds to wait."

const request: RouteDocument = {
  method: "post",
  path: "/store/consumer-financing/pre-approvals",
  summary: "Ask for a pre-approval",
  description:
    "Asks the service for a pre-approval, for a guest or for the customer who is logged in. The service sends them a link to apply, unless the shop hands it over itself. A guest is answered a `claim`, this once. A customer who has an open one is answered that one.",
  parameters: {},
  query: refusalQuery,
  body: { schema: preApprovalForm, example: PERSONAL_DETAILS },
  answer: {
    schema: requestedPreApprovalAnswer,
    example: { pre_approval: REQUESTED, claim: CLAIM },
  },
  refusals: { ...REFUSALS, 429: RATE_LIMITED },
}

const customerPreApproval: RouteDocument = {
  method: "get",
  path: "/store/consumer-financing/customers/me/pre-approval",
  summary: "The customer's pre-approval",
  description:
    "The status and limit of the logged-in customer's pre-approval. Null when there is none.",
  parameters: {},
  answer: { schema: preApprovalAnswer, example: { pre_approval: APPROVED } },
  refusals: { 401: "The login is missing.", 404: PRE_APPROVALS_OFF },
}

const CART = { id: "The cart's id." }
const LOGIN_MISSING = "The cart belongs to a customer with an account, who is not logged in."
const NOT_FOUND =
  "No such cart, another customer's cart, pre-approvals are off, or an unknown claim."

const attachToCart: RouteDocument = {
  method: "post",
  path: "/store/consumer-financing/carts/{id}/pre-approval",
  summary: "Bring a guest's pre-approval to a cart",
  description:
    "By its claim. Choosing the payment method uses it then. Until it is used it can be brought to another cart.",
  parameters: CART,
  body: { schema: claimForm, example: { claim: CLAIM } },
  answer: { schema: attachedPreApprovalAnswer, example: { pre_approval: APPROVED } },
  refusals: {
    ...REFUSALS,
    401: LOGIN_MISSING,
    404: NOT_FOUND,
    429: "Too many attempts for this cart: `Retry-After` says how many seconds to wait.",
  },
}

const cartPreApproval: RouteDocument = {
  method: "get",
  path: "/store/consumer-financing/carts/{id}/pre-approval",
  summary: "The cart's pre-approval",
  description:
    "The one that was brought to the cart, or else that of the customer whose cart it is. Null when there is none.",
  parameters: CART,
  answer: { schema: preApprovalAnswer, example: { pre_approval: APPROVED } },
  refusals: { 401: LOGIN_MISSING, 404: NOT_FOUND },
}

const requestByStaff: RouteDocument = {
  method: "post",
  path: "/admin/consumer-financing/pre-approvals",
  summary: "Ask for a pre-approval on a customer's behalf",
  description:
    "With `customer_id` it belongs to that customer; without, the `claim` brings it to a cart.",
  parameters: {},
  body: {
    schema: staffPreApprovalForm,
    example: { ...PERSONAL_DETAILS, suppress_notification: true },
  },
  answer: {
    schema: staffRequestedAnswer,
    example: { pre_approval: STAFF_PRE_APPROVAL, claim: CLAIM },
  },
  refusals: REFUSALS,
}

const list: RouteDocument = {
  method: "get",
  path: "/admin/consumer-financing/pre-approvals",
  summary: "All pre-approvals",
  description:
    "The newest first, and the address that the service may write to about them. No links: `application_url` is null.",
  parameters: {},
  query: preApprovalsQuery,
  answer: {
    schema: staffListAnswer,
    example: {
      pre_approvals: [{ ...STAFF_PRE_APPROVAL, application_url: null }],
      count: 1,
      limit: 20,
      offset: 0,
      notify_url: "https://api.shop.example/hooks/consumer-financing/pre-approvals/production/…",
    },
  },
  refusals: { 400: "What the query asks for is not valid.", 404: PRE_APPROVALS_OFF },
}

/** The routes of pre-approvals (endpoints 6 and 7). */
export const PRE_APPROVAL_ROUTES: readonly RouteDocument[] = [
  request,
  customerPreApproval,
  attachToCart,
  cartPreApproval,
  requestByStaff,
  list,
]
