import { z } from "@medusajs/framework/zod"
import { toDollars } from "../money"
import { getBehaviour } from "../state/get-behaviour"
import { STATUS_MEANINGS } from "../state/change-status"
import { buildJsonAnswer } from "./answer"
import { expectNoBody, expectQuery, findApplicationByPath, readJson, type Handler } from "./call"
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
  const { application, link } = findApplicationByPath(call)
  return buildJsonAnswer({
    status: link.status,
    message: STATUS_MEANINGS[link.status] ?? "",
    token: link.token,
    maxApprovalAmount: toDollars(call.simulator.settings.maxAmount),
    loanAmount: toDollars(link.loanAmount),
    lender: application.lender,
    taxExempt: application.taxExempt,
  })
}

function isSameText(a: string, b: string | undefined): boolean {
  return a.trim().toLowerCase() === b?.trim().toLowerCase()
}

/**
 * Endpoint 9. `U` means that the customer is declined and the address does not match. The contract shows no code for a
 * declined customer whose address matches, so the status is null and only the message tells.
 */
export const getAddressStatus: Handler = (call) => {
  expectQuery(call, [])
  const { residenceInfo: home } = readJson(call, addressBody)
  const { application, link } = findApplicationByPath(call)
  const { street, city, state, zip } = application.customer
  const isMatching =
    getBehaviour(call.simulator, application).addressOnFile === "as-sent" &&
    isSameText(home.streetName, street) &&
    isSameText(home.city, city) &&
    isSameText(home.state, state) &&
    isSameText(home.zip, zip)
  const isDeclined = link.status === "U"
  const message = isMatching ? "address matches" : "address does not match"
  const status = isDeclined && isMatching ? null : link.status
  return buildJsonAnswer({ status, message, token: link.token })
}
