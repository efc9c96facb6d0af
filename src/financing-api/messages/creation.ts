import { z } from "@medusajs/framework/zod"
import {
  noToken,
  okay,
  optionalAmount,
  optionalCustomerUrl,
  optionalFlag,
  optionalText,
  optionalToken,
} from "./answer-fields"
import {
  applicationToken,
  cartItem,
  dollars,
  email,
  requiredText,
  state,
  text,
  usPhone,
  webUrl,
  zip,
} from "./fields"

/**
 * The result of a creation. A refusal (cart outside the approval range, PO box) is a value: the service answers
 * success without a token, with a page that explains why (E5). A created application may lack an address: the
 * service contacts a pre-approved customer itself.
 */
export type Creation = z.output<typeof creationAnswer>

const created = z
  .object({ token: applicationToken, url: optionalCustomerUrl })
  .transform(({ token, url }) => ({ outcome: "created" as const, token, url }))

const refused = z
  .object({ token: noToken, url: optionalCustomerUrl })
  .refine(({ token, url }) => token === null || typeof url === "string")
  .transform(({ url }) => ({ outcome: "refused" as const, url }))

/** Answer of endpoints 2, 3 and 6. Unreadable without a token and a page. */
export const creationAnswer = z.union([created, refused], "needs a `token`, or a `url` without one")

/** Body of endpoint 2, "Create order". Amounts in dollars. */
export const createOrderBody = z.strictObject({
  orderId: requiredText,
  firstName: requiredText,
  lastName: requiredText,
  street: requiredText,
  city: requiredText,
  zip,
  state,
  email,
  returnUrl: webUrl.optional(),
  cancelUrl: webUrl.optional(),
  notifyUrl: webUrl.optional(),
  cellPhone: usPhone.optional(),
  loanAmount: dollars,
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  applicationItems: z.array(cartItem),
})

export type CreateOrderBody = z.input<typeof createOrderBody>

/** Body of endpoint 3, "Create virtual cart". Its names differ from Create order's (F12). */
export const virtualCartBody = z.strictObject({
  orderId: requiredText,
  personalFirstName: requiredText,
  personalLastName: requiredText,
  personalEmail: email,
  personalCellPhone: usPhone.optional(),
  residenceStreetName: text.optional(),
  residenceCity: text.optional(),
  residenceState: state.optional(),
  residenceZip: zip.optional(),
  redirectUrl: webUrl.optional(),
  cancelUrl: webUrl.optional(),
  notifyUrl: webUrl.optional(),
  loanAmount: dollars,
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  items: z.array(cartItem),
})

export type VirtualCartBody = z.input<typeof virtualCartBody>

/** Body of endpoint 6, "Create pre-approval". Which fields are required is not shown. */
export const preApprovalBody = z.strictObject({
  firstName: requiredText.optional(),
  lastName: requiredText.optional(),
  email: email.optional(),
  cellPhone: usPhone.optional(),
  suppressNotification: z.boolean().optional(),
})

export type PreApprovalBody = z.input<typeof preApprovalBody>

/** Cart of endpoint 7, "Update cart and send". Which fields are required is not shown. */
export const updateCartBody = z.strictObject({
  orderId: requiredText.optional(),
  loanAmount: dollars.optional(),
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  discount: dollars.optional(),
  items: z.array(cartItem).optional(),
})

export const updateCartInput = z.strictObject({ applicationToken, body: updateCartBody })

/** Answer of endpoint 7; unreadable unless `status` is `ok`. */
export const updateCartAnswer = z
  .object({
    status: okay,
    message: optionalText,
    token: optionalToken,
    loanAmount: optionalAmount,
    taxExempt: optionalFlag,
  })
  .transform(({ status: _ok, ...rest }) => rest)

export type UpdateCartBody = z.input<typeof updateCartBody>
export type UpdateCartInput = z.input<typeof updateCartInput>
export type UpdatedCart = z.output<typeof updateCartAnswer>
