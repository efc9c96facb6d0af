import { underwrite } from "../magic"
import { toCents, toDollars } from "../money"
import { currentTokenOf, type Application, type Offer } from "../state/application"
import { createApplication, hostedUrl } from "../state/create-application"
import type { World } from "../state/world"
import { jsonAnswer } from "./answer"
import { expectQuery, readJson, type Handler } from "./call"
import { checkSum } from "./check-sum"
import { fullApplicationBody } from "./full-application-schema"
import { isOutOfRange, refuseCreation } from "./refuse-creation"

function offersOf(world: World, application: Application): (Offer & { contractUrl: string })[] {
  if (currentTokenOf(application).status !== "A") return []
  return application.offers.map((offer) => ({
    ...offer,
    contractUrl: hostedUrl(world, application, offer.id),
  }))
}

/** Endpoint 4. Validates SSN, birth date, licence and income, and never stores them. */
export const createFullApplication: Handler = (call) => {
  expectQuery(call, [])
  const given = readJson(call, fullApplicationBody)
  const { world } = call
  const { orderId, items, personalInfo: person, residenceInfo: home } = given
  if (items) checkSum(world, { ...given, items })
  const loanAmount = toCents(given.loanAmount)
  if (isOutOfRange(world, loanAmount)) {
    refuseCreation(world, { reason: "out-of-range", loanAmount, cancelUrl: undefined })
    const refused = { applicationToken: null, orderId, loanAmount: given.loanAmount }
    return jsonAnswer({ ...refused, status: "U", offers: [] })
  }
  const application = createApplication(world, {
    environment: call.environment,
    kind: "full",
    orderId,
    loanAmount,
    shipping: toCents(given.shipping ?? 0),
    taxes: toCents(given.taxes ?? 0),
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
    notifyUrl: given.notifyUrl,
  })
  underwrite(world, application)
  const tip = currentTokenOf(application)
  return jsonAnswer({
    applicationToken: tip.token,
    orderId,
    loanAmount: toDollars(tip.loanAmount),
    status: tip.status,
    offers: offersOf(world, application),
  })
}
