import { type Answer, ok, refuse } from "./answer"
import type { Application, Body } from "./applications"
import {
  AMOUNTS,
  findBrokenField,
  hasLength,
  isEmail,
  isItems,
  isPhone,
  isPoBox,
  isText,
  isUrl,
  LINKS,
  optional,
  type Rules,
  text,
} from "./rules"
import { type Call, type Handler, type Service, withApplication } from "./service"

// Endpoints 2 to 7.

const isInRange = ({ range }: Service, amount: unknown): boolean =>
  Number(amount) >= range.minimum && Number(amount) <= range.maximum

function hasMatchingSums(body: Body, items: unknown): boolean {
  const sum = (items as { price: number; quantity: number }[]).reduce(
    (total, { price, quantity }) => total + price * quantity,
    0
  )
  const surcharges =
    Number(body.shipping ?? 0) + Number(body.taxes ?? 0) - Number(body.discount ?? 0)
  return Math.abs(sum + surcharges - Number(body.loanAmount)) < 0.01
}

const refuseWithPage = ({ pages }: Service) => ok({ url: `${pages}/not-available`, token: null })

type CreationInput = Pick<Application, "details"> & { items: unknown }

function createApplication({ service, body }: Call, { details, items }: CreationInput): Answer {
  if (service.personality.checksSums && !hasMatchingSums(body, items)) return refuse(422, "sums")
  if (!isInRange(service, body.loanAmount)) return refuseWithPage(service)
  const application = service.applications.create({
    orderId: text(body.orderId),
    loanAmount: Number(body.loanAmount),
    notifyUrl: text(body.notifyUrl) || null,
    details,
  })
  return ok({ url: `${service.pages}/apply?app=${application.token}`, token: application.token })
}

export const createOrder: Handler = (call) => {
  const { body, service } = call
  const broken = findBrokenField(body, {
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
  if (isPoBox(text(body.street))) return refuseWithPage(service)
  const details = {
    firstName: text(body.firstName),
    lastName: text(body.lastName),
    street: text(body.street),
    city: text(body.city),
    state: text(body.state),
    zip: text(body.zip),
  }
  return createApplication(call, { details, items: body.applicationItems })
}

export const createVirtualCart: Handler = (call) => {
  const { body, service } = call
  const address: Rules = service.personality.virtualCartNeedsAddress
    ? { residenceStreetName: isText, residenceCity: isText }
    : {}
  const broken = findBrokenField(body, {
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
  return createApplication(call, { details, items: body.items })
}

const PAY_CYCLES = ["WEEKLY", "BIWEEKLY", "TWICE_PER_MONTH", "MONTHLY"]

export const createFullApplication: Handler = ({ service, body }) => {
  const personal = (body.personalInfo ?? {}) as Body
  const residence = (body.residenceInfo ?? {}) as Body
  const employment = (body.employmentInfo ?? {}) as Body
  const broken =
    findBrokenField(body, { orderId: isText, notifyUrl: isUrl, ...AMOUNTS }) ??
    findBrokenField(personal, {
      ssn: isText,
      dob: (value) => /^\d{4}-\d{2}-\d{2}$/.test(text(value)),
      firstName: isText,
      lastName: isText,
      cellPhone: isPhone,
      email: isEmail,
    }) ??
    findBrokenField(employment, {
      payCycle: (value) => PAY_CYCLES.includes(text(value)),
      nextPayDate: isText,
      previousPayDate: employment.payCycle === "TWICE_PER_MONTH" ? isText : optional(isText),
    }) ??
    findBrokenField(residence, {
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
    phase: "pre-approved",
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
  const offers = application.offers.map((id) => buildOffer(service, application, id))
  return ok({ applicationToken: application.token, orderId, loanAmount, status: "A", offers })
}

const buildOffer = ({ pages }: Service, { token }: Application, id: number) => ({
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

export const selectOffer: Handler = ({ service, params }) =>
  withApplication(service, params, (application) => {
    const id = Number(params[1])
    if (!application.offers.includes(id)) return refuse(404, "offer")
    const { contractUrl, offerType } = buildOffer(service, application, id)
    return ok({ offerId: String(id), contractUrl, accessToken: "contract-access", offerType })
  })

export const createPreApproval: Handler = ({ service, body }) => {
  const broken = findBrokenField(body, { firstName: isText, lastName: isText, cellPhone: isPhone })
  if (broken) return refuse(400, broken)
  const { token } = service.applications.create({ orderId: "", loanAmount: 0 })
  return ok({ url: `${service.pages}/pre-approval?app=${token}`, token })
}

export const attachCart: Handler = ({ service, body, params }) =>
  withApplication(service, params, (application) => {
    if (application.phase !== "pre-approved") return refuse(409, "not approved")
    const broken = findBrokenField(body, { orderId: isText, items: isItems, ...AMOUNTS })
    if (broken) return refuse(400, broken)
    application.phase = "open"
    application.orderId = text(body.orderId)
    application.loanAmount = Number(body.loanAmount)
    const { token, loanAmount } = application
    return ok({ status: "ok", message: "Cart sent", token, loanAmount, taxExempt: false })
  })
