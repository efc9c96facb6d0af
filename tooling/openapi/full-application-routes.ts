import { refusalQuery } from "./refusal-query"
import type { RouteDocument } from "./route-document"
import { applicationForm } from "../../src/api/store/consumer-financing/forms"
import {
  applicationAnswer,
  currentApplicationAnswer,
} from "../../src/api/store/consumer-financing/show-application"

/** The current date in the examples. */
const TODAY = Date.parse("2026-11-20T12:00:00Z")

const PATH = "/store/consumer-financing/carts/{id}/applications"
const CART = { id: "The cart's id." }

const OFFER = {
  id: 102,
  type: "LEASELOAN",
  term_months: 24,
  lease_months: 5,
  loan_months: 19,
  lease_payment: 82.37,
  loan_payment: 61.42,
  residual: 1050,
  residual_percent: 75,
  loan_rate: 13.9,
  money_factor: 0.0035,
}

const OFFERED = {
  id: "finapp_01",
  cart_id: "cart_01",
  kind: "full",
  status: "choose_offer",
  message: "You are approved. Please choose one of your offers.",
  amount: 1400,
  currency_code: "usd",
  offers: [OFFER],
  selected_offer_id: null,
  contract_url: null,
  explanation_url: null,
}

const CHOSEN = {
  ...OFFERED,
  status: "sign",
  message: "Please go on at the financing service and sign your contract there.",
  selected_offer_id: 102,
  contract_url: "https://financing.example/apply?app=…",
}

const LOGIN_MISSING = "The cart belongs to a customer with an account, who is not logged in."
const NOT_FOUND = "No such cart, another customer's cart, or the shop's own form is off."

const apply: RouteDocument = {
  method: "post",
  path: PATH,
  summary: "Apply with the shop's own form",
  description:
    "Files a full application for the cart, runs underwriting and answers the offers. Approved, declined and out of range are answers, not errors. Applying again for the unchanged cart answers the same application. The form is personal: https only, never stored or logged.",
  parameters: CART,
  query: refusalQuery,
  body: {
    schema: applicationForm(TODAY),
    example: {
      personal: { ssn: "900-12-3456", birth_date: "1987-03-09", cell_phone: "212-555-0143" },
      employment: {
        pay_cycle: "twice_per_month",
        next_pay_date: "2026-11-30",
        previous_pay_date: "2026-11-15",
        monthly_income: 4200,
      },
      residence: { rent_or_own: "rent", monthly_cost: 1350, years: 3 },
    },
  },
  answer: { schema: applicationAnswer, example: { application: OFFERED } },
  refusals: {
    400: "Fields to correct (`errors`), or a sentence for the shopper why nothing was applied for.",
    403: "Not over https.",
    401: LOGIN_MISSING,
    404: NOT_FOUND,
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too many attempts for this cart, by this person or from this address: `Retry-After` says how many seconds to wait.",
  },
}

const currentApplication: RouteDocument = {
  method: "get",
  path: `${PATH}/current`,
  summary: "The cart's application",
  description:
    "The cart's application by the shop's own records, for a page that renders again. `application` is null when there is nothing to show.",
  parameters: CART,
  answer: { schema: currentApplicationAnswer, example: { application: OFFERED } },
  refusals: { 401: LOGIN_MISSING, 404: NOT_FOUND },
}

const selectOffer: RouteDocument = {
  method: "post",
  path: `${PATH}/{application_id}/offers/{offer_id}/select`,
  summary: "Choose an offer",
  description:
    "Chooses an offer and answers where its contract is signed; the cart's payment session leads there, too. Choosing again, also another one, is fine until the contract is signed.",
  parameters: {
    ...CART,
    application_id: "The application's id.",
    offer_id: "One of its offers' ids.",
  },
  answer: { schema: applicationAnswer, example: { application: CHOSEN } },
  refusals: {
    400: "A sentence for the shopper: not one of the offers, the cart was changed, or the service could not be asked.",
    401: LOGIN_MISSING,
    404: NOT_FOUND,
    429: "Too many attempts for this cart: `Retry-After` says how many seconds to wait.",
  },
}

/** The routes of the shop's own application form (endpoints 4 and 5). */
export const FULL_APPLICATION_ROUTES: readonly RouteDocument[] = [
  apply,
  currentApplication,
  selectOffer,
]
