import { z } from "@medusajs/framework/zod"
import { applyMagic } from "../magic"
import { toCents, toDollars } from "../money"
import { getCurrentLink, type Application } from "../state/application"
import { changeStatus } from "../state/change-status"
import { createApplication, buildHostedUrl } from "../state/create-application"
import { buildOffers } from "../state/offers"
import type { SimulatorState } from "../state/simulator-state"
import { buildJsonAnswer } from "./answer"
import { expectQuery, findApplicationByPath, readJson, type Handler } from "./call"
import { expectBalancedCart } from "./balanced-cart"
import * as field from "./field-schemas"
import { Refusal } from "./refusal"
import { isOutOfRange } from "./refuse-creation"

const preApprovalBody = z.strictObject({
  firstName: field.text.optional(),
  lastName: field.text.optional(),
  email: field.email.optional(),
  cellPhone: field.usPhone.optional(),
  suppressNotification: z.boolean().optional(),
})

const cartBody = z.strictObject({
  orderId: field.text.optional(),
  loanAmount: field.loanAmount,
  shipping: field.amount.optional(),
  taxes: field.amount.optional(),
  discount: field.amount.optional(),
  items: field.cartItems,
})

/** Records a simulated text or e-mail to the customer, readable in the control API. */
function notifyCustomer(simulator: SimulatorState, application: Application, intro: string): void {
  const text = `${intro} ${buildHostedUrl(simulator, application)}`
  const at = new Date(simulator.clock.now()).toISOString()
  const { cellPhone, email } = application.customer
  if (cellPhone) application.messages.push({ at, channel: "text", to: cellPhone, text })
  if (email) application.messages.push({ at, channel: "email", to: email, text })
  simulator.narrate(`Told the customer by text or e-mail: "${intro} …"`)
}

/** Endpoint 6. The contract does not show the required fields, so a phone number or an e-mail suffices. */
export const createPreApproval: Handler = (call) => {
  expectQuery(call, [])
  const { suppressNotification, ...customer } = readJson(call, preApprovalBody)
  if (!suppressNotification && !customer.cellPhone && !customer.email) {
    throw new Refusal(400, "cellPhone, email: one is required unless suppressNotification is true")
  }
  const application = createApplication(call.simulator, {
    environment: call.environment,
    kind: "pre-approval",
    orderId: "",
    loanAmount: 0,
    shipping: 0,
    taxes: 0,
    customer,
    items: [],
    notifyUrl: call.simulator.options.preApprovalNotifyUrl,
  })
  if (!suppressNotification) notifyCustomer(call.simulator, application, "Apply here:")
  const url = buildHostedUrl(call.simulator, application)
  return buildJsonAnswer({ url, token: application.chain[0].token })
}

/** Endpoint 7. Attaches a cart to a pre-approved application and sends it to the customer. */
export const updateCartAndSend: Handler = (call) => {
  expectQuery(call, [])
  const cart = readJson(call, cartBody)
  const { simulator } = call
  const { application, link } = findApplicationByPath(call)
  expectBalancedCart(simulator, cart)
  const loanAmount = toCents(cart.loanAmount)
  if (isOutOfRange(simulator, loanAmount))
    throw new Refusal(400, "loanAmount: out of approval range")
  if (link.status !== "R" && link.status !== "A") {
    throw new Refusal(409, `status: is ${link.status}, a cart needs a pre-approved application`)
  }
  if (cart.orderId !== undefined) {
    link.orderId = cart.orderId
    application.originalOrderId = cart.orderId
  }
  link.loanAmount = loanAmount
  application.originalLoanAmount = loanAmount
  application.items = cart.items
  application.shipping = toCents(cart.shipping ?? 0)
  application.taxes = toCents(cart.taxes ?? 0)
  application.offers = buildOffers(loanAmount)
  changeStatus(simulator, application, { status: "A" })
  notifyCustomer(simulator, application, "Your cart is ready to be signed:")
  applyMagic(simulator, application)
  return buildJsonAnswer({
    status: "ok",
    message: "cart updated and sent",
    token: getCurrentLink(application).token,
    loanAmount: toDollars(loanAmount),
    taxExempt: application.taxExempt,
  })
}
