import { type Answer, ok, refuse } from "./answer"
import type { Application, Applications, Body } from "./applications"
import type { Personality, Repeated } from "./personality"

export type Service = {
  applications: Applications
  personality: Personality
  /** Address of the customer's pages. */
  pages: string
  range: { minimum: number; maximum: number }
  notify: (application: Application) => void
}

type Call = { service: Service; body: Body; query: URLSearchParams; params: string[] }
type Handler = (call: Call) => Answer

const text = (value: unknown): string => (typeof value === "string" ? value : "")
const isText = (value: unknown) => typeof value === "string" && value !== ""
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value)
const isPoBox = (street: string) => /\bp\.?\s*o\.?\s*box\b/i.test(street)

/** The first rule of the contract that a body breaks, as the field's name; null without one. */
function findBroken(body: Body, rules: Record<string, (value: unknown) => boolean>): string | null {
  return Object.entries(rules).find(([name, holds]) => !holds(body[name]))?.[0] ?? null
}

const optional = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value)
const isUrl = (value: unknown) => /^https?:\/\/\S+$/.test(text(value))
const isEmail = (value: unknown) => /^[^@\s]+@[^@\s]+$/.test(text(value))
const isPhone = (value: unknown) => /^\d{10}$/.test(text(value))
const hasLength = (length: number) => (value: unknown) => text(value).length === length
const isItems = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (one: Body) => isText(one.description) && isNumber(one.quantity) && isNumber(one.price)
  )

const AMOUNTS = {
  loanAmount: isNumber,
  shipping: optional(isNumber),
  taxes: optional(isNumber),
  discount: optional(isNumber),
}
const LINKS = {
  cancelUrl: optional(isUrl),
  notifyUrl: optional(isUrl),
}

const isInRange = ({ range }: Service, amount: unknown): boolean =>
  Number(amount) >= range.minimum && Number(amount) <= range.maximum

function sumsAgree(body: Body, items: unknown): boolean {
  const sum = (items as { price: number; quantity: number }[]).reduce(
    (total, { price, quantity }) => total + price * quantity,
    0
  )
  const rest = Number(body.shipping ?? 0) + Number(body.taxes ?? 0) - Number(body.discount ?? 0)
  return Math.abs(sum + rest - Number(body.loanAmount)) < 0.01
}

const explain = ({ pages }: Service) => ok({ url: `${pages}/not-available`, token: null })

type Given = Pick<Application, "details"> & { items: unknown }

function create({ service, body }: Call, { details, items }: Given): Answer {
  if (service.personality.checksSums && !sumsAgree(body, items)) return refuse(422, "sums")
  if (!isInRange(service, body.loanAmount)) return explain(service)
  const application = service.applications.create({
    orderId: text(body.orderId),
    loanAmount: Number(body.loanAmount),
    notifyUrl: text(body.notifyUrl) || null,
    details,
  })
  return ok({ url: `${service.pages}/apply?app=${application.token}`, token: application.token })
}

const createOrder: Handler = (call) => {
  const { body, service } = call
  const broken = findBroken(body, {
    orderId: isText,
    firstName: isText,
    lastName: isText,
    street: isText,
    city: isText,
    zip: hasLength(5),
    state: hasLength(2),
    email: isEmail,
    returnUrl: optional(isUrl),
    cellPhone: optional(isPhone),
    applicationItems: isItems,
    ...AMOUNTS,
    ...LINKS,
  })
  if (broken) return refuse(400, broken)
  if (isPoBox(text(body.street))) return explain(service)
  const details = {
    firstName: text(body.firstName),
    lastName: text(body.lastName),
    street: text(body.street),
    city: text(body.city),
    state: text(body.state),
    zip: text(body.zip),
  }
  return create(call, { details, items: body.applicationItems })
}

const createVirtualCart: Handler = (call) => {
  const { body, service } = call
  const address = service.personality.virtualCartNeedsAddress
    ? { residenceStreetName: isText, residenceCity: isText }
    : {}
  const broken = findBroken(body, {
    orderId: isText,
    personalFirstName: isText,
    personalLastName: isText,
    personalEmail: isEmail,
    personalCellPhone: optional(isPhone),
    residenceState: optional(hasLength(2)),
    residenceZip: optional(hasLength(5)),
    redirectUrl: optional(isUrl),
    items: isItems,
    ...AMOUNTS,
    ...LINKS,
    ...address,
  })
  if (broken) return refuse(400, broken)
  const details = {
    firstName: text(body.personalFirstName),
    lastName: text(body.personalLastName),
    street: text(body.residenceStreetName),
    city: text(body.residenceCity),
    state: text(body.residenceState),
    zip: text(body.residenceZip),
  }
  return create(call, { details, items: body.items })
}

const PAY_CYCLES = ["WEEKLY", "BIWEEKLY", "TWICE_PER_MONTH", "MONTHLY"]

const createFullApplication: Handler = ({ service, body }) => {
  const personal = (body.personalInfo ?? {}) as Body
  const residence = (body.residenceInfo ?? {}) as Body
  const employment = (body.employmentInfo ?? {}) as Body
  const broken =
    findBroken(body, { orderId: isText, notifyUrl: isUrl, ...AMOUNTS }) ??
    findBroken(personal, {
      ssn: isText,
      dob: (value) => /^\d{4}-\d{2}-\d{2}$/.test(text(value)),
      firstName: isText,
      lastName: isText,
      cellPhone: isPhone,
      email: isEmail,
    }) ??
    findBroken(employment, {
      payCycle: (value) => PAY_CYCLES.includes(text(value)),
      nextPayDate: isText,
    }) ??
    findBroken(residence, {
      streetName: isText,
      city: isText,
      state: hasLength(2),
      zip: hasLength(5),
    })
  if (broken) return refuse(400, broken)
  const { orderId, loanAmount } = body
  if (!isInRange(service, loanAmount)) {
    return ok({ applicationToken: null, orderId, loanAmount, status: "X", offers: [] })
  }
  const application = service.applications.create({
    orderId: text(orderId),
    loanAmount: Number(loanAmount),
    notifyUrl: text(body.notifyUrl),
    offers: [1, 2],
    details: {
      firstName: text(personal.firstName),
      lastName: text(personal.lastName),
      street: text(residence.streetName),
      city: text(residence.city),
      state: text(residence.state),
      zip: text(residence.zip),
    },
  })
  const offers = application.offers.map((id) => offerOf(service, application, id))
  return ok({ applicationToken: application.token, orderId, loanAmount, status: "A", offers })
}

const offerOf = ({ pages }: Service, { token }: Application, id: number) => ({
  id,
  overallTerm: 12 + 6 * id,
  leaseTerm: 12,
  loanTerm: 6 * id,
  loanRate: 9.9,
  residualPercent: 10,
  moneyFactor: 0.002,
  offerType: "LEASELOAN",
  leasePayment: 40,
  loanPayment: 20,
  residualPayment: 50,
  contractUrl: `${pages}/contract?app=${token}&offer=${id}`,
})

const selectOffer: Handler = ({ service, params }) =>
  withApplication(service, params, (application) => {
    const id = Number(params[1])
    if (!application.offers.includes(id)) return refuse(404, "offer")
    const { contractUrl, offerType } = offerOf(service, application, id)
    return ok({ offerId: String(id), contractUrl, accessToken: "contract-access", offerType })
  })

const createPreApproval: Handler = ({ service, body }) => {
  const broken = findBroken(body, { firstName: isText, lastName: isText, cellPhone: isPhone })
  if (broken) return refuse(400, broken)
  const { token } = service.applications.create({ orderId: "", loanAmount: 0 })
  return ok({ url: `${service.pages}/pre-approval?app=${token}`, token })
}

const attachCart: Handler = ({ service, body, params }) =>
  withApplication(service, params, (application) => {
    if (application.phase !== "pre-approved") return refuse(409, "not approved")
    application.orderId = text(body.orderId)
    application.loanAmount = Number(body.loanAmount)
    const { token, loanAmount } = application
    return ok({ status: "ok", message: "Cart sent", token, loanAmount, taxExempt: false })
  })

const getStatus: Handler = ({ service, params }) =>
  withApplication(service, params, (application) =>
    ok({
      status: service.applications.codeOf(application),
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
    const given = (body.residenceInfo ?? {}) as Body
    const matches = given.streetName === street && given.zip === zip
    const { declined } = service.personality.codes
    const status = matches ? service.applications.codeOf(application) : declined
    return ok({ status, message: "Address compared", token: application.token })
  })

/** Carries out a change of the phase, with its postback unless `postback=false`. */
function change({ service, query }: Call, application: Application, to: Application["phase"]) {
  application.phase = to
  if (query.get("postback") !== "false") service.notify(application)
  return ok({ status: "ok", message: `The application is ${to}` })
}

const repeat = (answer: Repeated) =>
  answer === "ok" ? ok({ status: "ok", message: "Done before" }) : refuse(answer, "done before")

const settle: Handler = (call) =>
  withApplication(call.service, call.params, (application) => {
    const { personality } = call.service
    if (application.phase === "settled") return repeat(personality.secondSettle)
    if (application.phase !== "signed") return refuse(personality.settleTooEarly, "not signed")
    return change(call, application, "settled")
  })

const cancel: Handler = (call) =>
  withApplication(call.service, call.params, (application) => {
    const { personality, applications } = call.service
    if (application.phase === "cancelled") return repeat(personality.secondCancel)
    if (application.phase === "settled" || applications.hasEnded(application)) {
      return refuse(personality.wrongWay, "funded or ended")
    }
    return change(call, application, "cancelled")
  })

const refund: Handler = ({ service, params }) =>
  withApplication(service, params, (application) => {
    const { personality, applications } = service
    if (applications.hasEnded(application)) return repeat(personality.secondRefund)
    if (application.phase !== "settled") return refuse(personality.wrongWay, "not settled")
    application.phase = "refunded"
    return ok({ status: "ok", message: "The application is refunded" })
  })

const partialRefund: Handler = ({ service, body, params }) =>
  withApplication(service, params, (application) => {
    const { personality, applications } = service
    if (application.phase !== "settled") return refuse(personality.wrongWay, "not settled")
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
  const word = (text: string): Answer => ({ status: 200, text })
  if (!isText(body.uuid) || body.cmd !== "_validate-me") return word("NOT_FOUND_PT")
  const application = service.applications.find(text(body.uuid))
  if (!application) return word("NOT_FOUND_PT")
  if (application.phase === "open") return word("INCOMPLETE_PT")
  const { details, loanAmount } = application
  const matches =
    Number(body.loanAmount) === loanAmount &&
    Object.entries(details).every(([name, value]) => body[name] === value)
  return word(body.verifyParams === true && !matches ? "INCOMPLETE_PT" : "VERIFIED_PT")
}

function withApplication(
  service: Service,
  [token = ""]: string[],
  work: (application: Application) => Answer
): Answer {
  const application = service.applications.find(decodeURIComponent(token))
  return application ? work(application) : refuse(service.personality.unknownToken, "token")
}

const OF = "/ecommerce/application/([^/]+)"

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
    path: new RegExp(`^${OF}/offers/select/([^/]+)$`),
    handle: selectOffer,
  },
  {
    number: 6,
    method: "POST",
    path: /^\/ecommerce\/application\/pre-approval\/send$/,
    handle: createPreApproval,
  },
  { number: 7, method: "POST", path: new RegExp(`^${OF}/cart/update/send$`), handle: attachCart },
  { number: 8, method: "GET", path: new RegExp(`^${OF}/status$`), handle: getStatus },
  {
    number: 9,
    method: "POST",
    path: new RegExp(`^${OF}/address/status$`),
    handle: getAddressStatus,
  },
  { number: 10, method: "POST", path: new RegExp(`^${OF}/settle$`), handle: settle },
  { number: 11, method: "POST", path: new RegExp(`^${OF}/cancel$`), handle: cancel },
  { number: 12, method: "POST", path: new RegExp(`^${OF}/refund$`), handle: refund },
  { number: 13, method: "POST", path: new RegExp(`^${OF}/partial/refund$`), handle: partialRefund },
  {
    number: 14,
    method: "POST",
    path: new RegExp(`^${OF}/update/order/id$`),
    handle: updateOrderId,
  },
  {
    number: 15,
    method: "POST",
    path: /^\/application-validation\/validateipn$/,
    handle: validate,
  },
]
