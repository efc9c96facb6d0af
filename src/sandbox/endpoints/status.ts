import { z } from "@medusajs/framework/zod"
import { toDollars } from "../money"
import { behaviourOf } from "../state/behaviour-of"
import { STATUS_WORDS } from "../state/change-status"
import { jsonAnswer } from "./answer"
import { expectNoBody, expectQuery, findByPath, readJson, type Handler } from "./call"
import * as field from "./field-schemas"

const addressBody = z.strictObject({
  residenceInfo: z.strictObject({
    streetName: field.text,
    city: field.text,
    state: z.string().regex(/^[A-Za-z]{2}$/, "must be 2 letters"),
    zip: field.text,
  }),
})

/** Endpoint 8: status. */
export const getStatus: Handler = (call) => {
  expectNoBody(call)
  const { application, link } = findByPath(call)
  return jsonAnswer({
    status: link.status,
    message: STATUS_WORDS[link.status] ?? "",
    token: link.token,
    maxApprovalAmount: toDollars(call.world.settings.maxAmount),
    loanAmount: toDollars(link.loanAmount),
    lender: application.lender,
    taxExempt: application.taxExempt,
  })
}

function isSame(a: string, b: string | undefined): boolean {
  return a.trim().toLowerCase() === b?.trim().toLowerCase()
}

/**
 * Endpoint 9. `U` means that the customer is declined and the address does not match. The contract shows no code for a
 * declined customer whose address matches, so the status is null and only the message tells.
 */
export const getAddressStatus: Handler = (call) => {
  expectQuery(call, [])
  const { residenceInfo: home } = readJson(call, addressBody)
  const { application, link } = findByPath(call)
  const { street, city, state, zip } = application.customer
  const matches =
    behaviourOf(call.world, application).addressOnFile === "as-sent" &&
    isSame(home.streetName, street) &&
    isSame(home.city, city) &&
    isSame(home.state, state) &&
    isSame(home.zip, zip)
  const isDeclined = link.status === "U"
  const message = matches ? "address matches" : "address does not match"
  const status = isDeclined && matches ? null : link.status
  return jsonAnswer({ status, message, token: link.token })
}
