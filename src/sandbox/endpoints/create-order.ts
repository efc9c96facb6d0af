import { z } from "@medusajs/framework/zod"
import { toCents } from "../money"
import { createApplication, buildHostedUrl } from "../state/create-application"
import type { CreationRefusal } from "../state/simulator-state"
import { buildJsonAnswer } from "./answer"
import { expectQuery, readJson, type Handler } from "./call"
import { expectBalancedCart } from "./balanced-cart"
import * as field from "./field-schemas"
import { isOutOfRange, isPoBox, refuseCreation } from "./refuse-creation"

const bodySchema = z.strictObject({
  orderId: field.text,
  firstName: field.text,
  lastName: field.text,
  street: field.text,
  city: field.text,
  zip: field.zip5,
  state: field.state2,
  email: field.email,
  returnUrl: field.webUrl.optional(),
  cancelUrl: field.webUrl.optional(),
  notifyUrl: field.webUrl.optional(),
  cellPhone: field.usPhone.optional(),
  loanAmount: field.loanAmount,
  shipping: field.amount.optional(),
  taxes: field.amount.optional(),
  applicationItems: field.cartItems,
})

/** Endpoint 2. Answers an out-of-range cart or a PO box with a null token and the URL of an explanation. */
export const createOrder: Handler = (call) => {
  expectQuery(call, [])
  const order = readJson(call, bodySchema)
  const { simulator } = call
  const { applicationItems: items, ...rest } = order
  expectBalancedCart(simulator, { ...rest, items })
  const loanAmount = toCents(order.loanAmount)
  const refuse = (reason: CreationRefusal["reason"]) => {
    const url = refuseCreation(simulator, { reason, loanAmount, cancelUrl: order.cancelUrl })
    return buildJsonAnswer({ url, token: null })
  }
  if (isPoBox(order.street)) return refuse("po-box")
  if (isOutOfRange(simulator, loanAmount)) return refuse("out-of-range")
  const { firstName, lastName, street, city, state, zip, email, cellPhone } = order
  const application = createApplication(simulator, {
    environment: call.environment,
    kind: "hosted",
    orderId: order.orderId,
    loanAmount,
    shipping: toCents(order.shipping ?? 0),
    taxes: toCents(order.taxes ?? 0),
    customer: { firstName, lastName, street, city, state, zip, email, cellPhone },
    items,
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
    notifyUrl: order.notifyUrl,
  })
  return buildJsonAnswer({
    url: buildHostedUrl(simulator, application),
    token: application.chain[0].token,
  })
}
