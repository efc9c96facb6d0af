import type { Environment } from "../credentials"
import { asMoney } from "../money"
import { applyMagic } from "../magic"
import { shorten } from "../narrator"
import type { Application, ApplicationKind, CartItem, Customer } from "./application"
import { makeOffers } from "./offers"
import { newToken } from "./new-token"
import type { World } from "./world"

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
export function createApplication(world: World, given: NewApplication): Application {
  const application: Application = {
    id: world.random.hex(8),
    environment: given.environment,
    kind: given.kind,
    createdAt: new Date(world.clock.now()).toISOString(),
    chain: [
      {
        token: newToken(world, given.customer),
        status: "P",
        loanAmount: given.loanAmount,
        orderId: given.orderId,
        settled: false,
        funded: false,
        ended: undefined,
        replaced: false,
      },
    ],
    originalLoanAmount: given.loanAmount,
    originalOrderId: given.orderId,
    auth: world.random.hex(16),
    rauth: world.random.hex(16),
    customer: given.customer,
    items: given.items,
    shipping: given.shipping,
    taxes: given.taxes,
    taxExempt: false,
    lender: world.settings.behaviour.lender,
    offers: makeOffers(given.loanAmount),
    chosenOfferId: undefined,
    returnUrl: given.returnUrl,
    cancelUrl: given.cancelUrl,
    notifyUrl: given.notifyUrl,
    messages: [],
    settleCount: 0,
    cancelCount: 0,
    refundCount: 0,
    partialRefunds: [],
    postbacks: [],
    behaviour: {},
  }
  world.applications.add(application)
  const what = given.kind === "pre-approval" ? "pre-approval" : `application (${given.kind})`
  const cart = given.orderId ? ` for order ${given.orderId} over ${asMoney(given.loanAmount)}` : ""
  world.narrate(`Created ${what} ${shorten(application.chain[0].token)}${cart}`)
  if (given.kind !== "full") applyMagic(world, application)
  return application
}

/** Builds the URL of the hosted page, with the query parameters app, auth and rauth. */
export function hostedUrl(world: World, application: Application, offerId?: number): string {
  const { id, auth, rauth } = application
  const offer = offerId === undefined ? "" : `&offer=${String(offerId)}`
  return `${world.url}/apply?app=${id}&auth=${auth}&rauth=${rauth}${offer}`
}
