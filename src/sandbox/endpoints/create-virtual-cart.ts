import { z } from "@medusajs/framework/zod"
import { toCents } from "../money"
import { createApplication, buildHostedUrl } from "../state/create-application"
import { buildJsonAnswer } from "./answer"
import { expectQuery, readJson, type Handler } from "./call"
import { expectBalancedCart } from "./balanced-cart"
import * as field from "./field-schemas"
import { isOutOfRange, refuseCreation } from "./refuse-creation"

const bodySchema = z.strictObject({
  orderId: field.text,
  personalFirstName: field.text,
  personalLastName: field.text,
  personalEmail: field.email,
  personalCellPhone: field.usPhone.optional(),
  residenceStreetName: z.string().optional(),
  residenceCity: z.string().optional(),
  residenceState: field.state2.optional(),
  residenceZip: field.zip5.optional(),
  redirectUrl: field.webUrl.optional(),
  cancelUrl: field.webUrl.optional(),
  notifyUrl: field.webUrl.optional(),
  loanAmount: field.loanAmount,
  shipping: field.amount.optional(),
  taxes: field.amount.optional(),
  items: field.cartItems,
})

/** Endpoint 3. Creates a cart of the merchant's staff, which has its own field names. */
export const createVirtualCart: Handler = (call) => {
  expectQuery(call, [])
  const cart = readJson(call, bodySchema)
  const { simulator } = call
  expectBalancedCart(simulator, cart)
  const loanAmount = toCents(cart.loanAmount)
  if (isOutOfRange(simulator, loanAmount)) {
    const { cancelUrl } = cart
    const url = refuseCreation(simulator, { reason: "out-of-range", loanAmount, cancelUrl })
    return buildJsonAnswer({ url, token: null })
  }
  const application = createApplication(simulator, {
    environment: call.environment,
    kind: "virtual-cart",
    orderId: cart.orderId,
    loanAmount,
    shipping: toCents(cart.shipping ?? 0),
    taxes: toCents(cart.taxes ?? 0),
    customer: {
      firstName: cart.personalFirstName,
      lastName: cart.personalLastName,
      street: cart.residenceStreetName,
      city: cart.residenceCity,
      state: cart.residenceState,
      zip: cart.residenceZip,
      email: cart.personalEmail,
      cellPhone: cart.personalCellPhone,
    },
    items: cart.items,
    returnUrl: cart.redirectUrl,
    cancelUrl: cart.cancelUrl,
    notifyUrl: cart.notifyUrl,
  })
  return buildJsonAnswer({
    url: buildHostedUrl(simulator, application),
    token: application.chain[0].token,
  })
}
