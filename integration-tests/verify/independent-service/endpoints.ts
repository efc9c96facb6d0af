import { type Answer, ok, refuse } from "./answer"
import type { Application, Body } from "./applications"
import {
  attachCart,
  createFullApplication,
  createOrder,
  createPreApproval,
  createVirtualCart,
  selectOffer,
} from "./create-endpoints"
import type { RepeatAnswer } from "./personality"
import { isItems, isNumber, isText, text } from "./rules"
import { type Call, type Handler, withApplication } from "./service"

// Endpoints 8 to 15.

const getStatus: Handler = ({ service, params }) =>
  withApplication(service, params, (application) =>
    ok({
      status: service.applications.getCode(application),
      message: application.phase,
      token: application.token,
      maxApprovalAmount: service.range.maximum,
      loanAmount: application.loanAmount,
      lender: "Independent Lending",
      taxExempt: false,
    })
  )

const getAddressStatus: Handler = ({ service, body, params }) =>
  withApplication(service, params, (application) => {
    const { street, zip } = application.details
    const residence = (body.residenceInfo ?? {}) as Body
    const matches = residence.streetName === street && residence.zip === zip
    const { declined } = service.personality.codes
    const status = matches ? service.applications.getCode(application) : declined
    return ok({ status, message: "Address compared", token: application.token })
  })

/** Changes an application's phase and sends a postback unless the query has `postback=false`. */
function changePhase({ service, query }: Call, application: Application, to: Application["phase"]) {
  application.phase = to
  if (query.get("postback") !== "false") service.notify(application)
  return ok({ status: "ok", message: `The application is ${to}` })
}

const answerRepeat = (answer: RepeatAnswer) =>
  answer === "ok" ? ok({ status: "ok", message: "Done before" }) : refuse(answer, "done before")

const settle: Handler = (call) =>
  withApplication(call.service, call.params, (application) => {
    const { personality } = call.service
    if (application.phase === "settled") return answerRepeat(personality.secondSettle)
    if (application.phase !== "signed") return refuse(personality.settleTooEarly, "not signed")
    return changePhase(call, application, "settled")
  })

const cancel: Handler = (call) =>
  withApplication(call.service, call.params, (application) => {
    const { personality, applications } = call.service
    if (application.phase === "cancelled") return answerRepeat(personality.secondCancel)
    if (application.phase === "settled" || applications.hasEnded(application)) {
      return refuse(personality.invalidTransition, "funded or ended")
    }
    return changePhase(call, application, "cancelled")
  })

const refund: Handler = ({ service, params }) =>
  withApplication(service, params, (application) => {
    const { personality, applications } = service
    if (applications.hasEnded(application)) return answerRepeat(personality.secondRefund)
    if (application.phase !== "settled") return refuse(personality.invalidTransition, "not settled")
    application.phase = "refunded"
    return ok({ status: "ok", message: "The application is refunded" })
  })

const partialRefund: Handler = ({ service, body, params }) =>
  withApplication(service, params, (application) => {
    const { personality, applications } = service
    if (application.phase !== "settled") return refuse(personality.invalidTransition, "not settled")
    const { itemsName } = personality
    const items = itemsName === "either" ? (body.items ?? body.applicationItems) : body[itemsName]
    if (!isItems(items) || !isNumber(body.loanAmount)) return refuse(400, itemsName)
    const isHigher = Number(body.loanAmount) > application.loanAmount
    const next = applications.create({
      ...application,
      token: crypto.randomUUID(),
      loanAmount: Number(body.loanAmount),
      phase: isHigher ? "open" : "settled",
    })
    application.phase = "replaced"
    application.replacedBy = next.token
    const status = isHigher ? "B" : personality.codes.partlyRefunded
    return ok({ status, message: "A new application", token: next.token })
  })

const updateOrderId: Handler = ({ service, body, params }) =>
  withApplication(service, params, (application) => {
    if (!isText(body.id)) return refuse(400, "id")
    if (application.orderIdChanges > 0 && !service.personality.canChangeOrderIdAgain) {
      return refuse(409, "the order id is final")
    }
    application.orderId = text(body.id)
    application.orderIdChanges += 1
    return ok({ status: "ok", message: "The order id is changed" })
  })

const validate: Handler = ({ service, body }) => {
  const answerText = (text: string): Answer => ({ status: 200, text })
  if (!isText(body.uuid) || body.cmd !== "_validate-me") return answerText("NOT_FOUND_PT")
  const application = service.applications.find(text(body.uuid))
  if (!application) return answerText("NOT_FOUND_PT")
  if (application.phase === "open") return answerText("INCOMPLETE_PT")
  const { details, loanAmount } = application
  const matches =
    Number(body.loanAmount) === loanAmount &&
    Object.entries(details).every(([name, value]) => body[name] === value)
  return answerText(body.verifyParams === true && !matches ? "INCOMPLETE_PT" : "VERIFIED_PT")
}

const APPLICATION_PATH = "/ecommerce/application/([^/]+)"

/** Every endpoint but the token call, with its number in the contract. */
export const ROUTES: { number: number; method: "GET" | "POST"; path: RegExp; handle: Handler }[] = [
  { number: 2, method: "POST", path: /^\/application\/ecommerce\/orders$/, handle: createOrder },
  {
    number: 3,
    method: "POST",
    path: /^\/ecommerce\/application\/create\/cart$/,
    handle: createVirtualCart,
  },
  {
    number: 4,
    method: "POST",
    path: /^\/ecommerce\/application\/create$/,
    handle: createFullApplication,
  },
  {
    number: 5,
    method: "GET",
    path: new RegExp(`^${APPLICATION_PATH}/offers/select/([^/]+)$`),
    handle: selectOffer,
  },
  {
    number: 6,
    method: "POST",
    path: /^\/ecommerce\/application\/pre-approval\/send$/,
    handle: createPreApproval,
  },
  {
    number: 7,
    method: "POST",
    path: new RegExp(`^${APPLICATION_PATH}/cart/update/send$`),
    handle: attachCart,
  },
  { number: 8, method: "GET", path: new RegExp(`^${APPLICATION_PATH}/status$`), handle: getStatus },
  {
    number: 9,
    method: "POST",
    path: new RegExp(`^${APPLICATION_PATH}/address/status$`),
    handle: getAddressStatus,
  },
  { number: 10, method: "POST", path: new RegExp(`^${APPLICATION_PATH}/settle$`), handle: settle },
  { number: 11, method: "POST", path: new RegExp(`^${APPLICATION_PATH}/cancel$`), handle: cancel },
  { number: 12, method: "POST", path: new RegExp(`^${APPLICATION_PATH}/refund$`), handle: refund },
  {
    number: 13,
    method: "POST",
    path: new RegExp(`^${APPLICATION_PATH}/partial/refund$`),
    handle: partialRefund,
  },
  {
    number: 14,
    method: "POST",
    path: new RegExp(`^${APPLICATION_PATH}/update/order/id$`),
    handle: updateOrderId,
  },
  {
    number: 15,
    method: "POST",
    path: /^\/application-validation\/validateipn$/,
    handle: validate,
  },
]
