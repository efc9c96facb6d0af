import type { Environment } from "../credentials"
import { formatMoney } from "../money"
import { applyMagic } from "../magic"
import { shortenToken } from "../narrator"
import type { Application, ApplicationKind, CartItem, Customer } from "./application"
import { buildOffers } from "./offers"
import { createToken } from "./create-token"
import type { SimulatorState } from "./simulator-state"

export interface NewApplication {
  environment: Environment
  kind: ApplicationKind
  orderId: string
  /** Integer cents. */
  loanAmount: number
  shipping: number
  taxes: number
  customer: Customer
  items: CartItem[]
  returnUrl?: string | undefined
  cancelUrl?: string | undefined
  notifyUrl?: string | undefined
}

/** Creates an application in status P and schedules its magic, if any. */
export function createApplication(simulator: SimulatorState, input: NewApplication): Application {
  const application: Application = {
    id: simulator.random.hex(8),
    environment: input.environment,
    kind: input.kind,
    createdAt: new Date(simulator.clock.now()).toISOString(),
    chain: [
      {
        token: createToken(simulator, input.customer),
        status: "P",
        loanAmount: input.loanAmount,
        orderId: input.orderId,
        settled: false,
        funded: false,
        ended: undefined,
        replaced: false,
      },
    ],
    originalLoanAmount: input.loanAmount,
    originalOrderId: input.orderId,
    auth: simulator.random.hex(16),
    rauth: simulator.random.hex(16),
    customer: input.customer,
    items: input.items,
    shipping: input.shipping,
    taxes: input.taxes,
    taxExempt: false,
    lender: simulator.settings.behaviour.lender,
    offers: buildOffers(input.loanAmount),
    chosenOfferId: undefined,
    returnUrl: input.returnUrl,
    cancelUrl: input.cancelUrl,
    notifyUrl: input.notifyUrl,
    messages: [],
    settleCount: 0,
    cancelCount: 0,
    refundCount: 0,
    partialRefunds: [],
    postbacks: [],
    behaviour: {},
  }
  simulator.applications.add(application)
  const label = input.kind === "pre-approval" ? "pre-approval" : `application (${input.kind})`
  const orderText = input.orderId
    ? ` for order ${input.orderId} over ${formatMoney(input.loanAmount)}`
    : ""
  simulator.narrate(`Created ${label} ${shortenToken(application.chain[0].token)}${orderText}`)
  if (input.kind !== "full") applyMagic(simulator, application)
  return application
}

/** Builds the URL of the hosted page, with the query parameters app, auth and rauth. */
export function buildHostedUrl(
  simulator: SimulatorState,
  application: Application,
  offerId?: number
): string {
  const { id, auth, rauth } = application
  const offer = offerId === undefined ? "" : `&offer=${String(offerId)}`
  return `${simulator.url}/apply?app=${id}&auth=${auth}&rauth=${rauth}${offer}`
}
