import { underwrite } from "../magic"
import { toCents, toDollars } from "../money"
import { getCurrentLink, type Application, type Offer } from "../state/application"
import { createApplication, buildHostedUrl } from "../state/create-application"
import type { SimulatorState } from "../state/simulator-state"
import { buildJsonAnswer } from "./answer"
import { expectQuery, readJson, type Handler } from "./call"
import { expectBalancedCart } from "./balanced-cart"
import { fullApplicationBody } from "./full-application-schema"
import { isOutOfRange, refuseCreation } from "./refuse-creation"

function listOffers(
  simulator: SimulatorState,
  application: Application
): (Offer & { contractUrl: string })[] {
  if (getCurrentLink(application).status !== "A") return []
  return application.offers.map((offer) => ({
    ...offer,
    contractUrl: buildHostedUrl(simulator, application, offer.id),
  }))
}

/** Endpoint 4. Validates SSN, birth date, licence and income, and never stores them. */
export const createFullApplication: Handler = (call) => {
  expectQuery(call, [])
  const input = readJson(call, fullApplicationBody)
  const { simulator } = call
  const { orderId, items, personalInfo: person, residenceInfo: home } = input
  if (items) expectBalancedCart(simulator, { ...input, items })
  const loanAmount = toCents(input.loanAmount)
  if (isOutOfRange(simulator, loanAmount)) {
    refuseCreation(simulator, { reason: "out-of-range", loanAmount, cancelUrl: undefined })
    const refused = { applicationToken: null, orderId, loanAmount: input.loanAmount }
    return buildJsonAnswer({ ...refused, status: "U", offers: [] })
  }
  const application = createApplication(simulator, {
    environment: call.environment,
    kind: "full",
    orderId,
    loanAmount,
    shipping: toCents(input.shipping ?? 0),
    taxes: toCents(input.taxes ?? 0),
    customer: {
      firstName: person.firstName,
      lastName: person.lastName,
      street: home.streetName,
      city: home.city,
      state: home.state,
      zip: home.zip,
      email: person.email,
      cellPhone: person.cellPhone,
    },
    items: items ?? [],
    notifyUrl: input.notifyUrl,
  })
  underwrite(simulator, application)
  const tip = getCurrentLink(application)
  return buildJsonAnswer({
    applicationToken: tip.token,
    orderId,
    loanAmount: toDollars(tip.loanAmount),
    status: tip.status,
    offers: listOffers(simulator, application),
  })
}
