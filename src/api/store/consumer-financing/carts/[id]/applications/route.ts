import { applyInFull } from "../../../../../../workflows/apply-in-full"
import { applicationForm } from "../../../forms"
import {
  limitByAddress,
  limitByCart,
  optionsOf,
  requireEnabled,
  requireHttps,
  requireOwnCart,
  tooManyAttempts,
} from "../../../guards"
import { incomplete, readForm } from "../../../read-form"
import { answerWith } from "../../../refusal"
import { showApplication } from "../../../show-application"
import { shopperOf } from "../../../requester"

/**
 * Applies with the shop's own form (endpoint 4). The body contains an SSN: it is read, validated and sent, and never
 * passed to a workflow, event, log, record or error. Declined and out of range are answers.
 */
export const POST = answerWith(async (req) => {
  requireEnabled(req, "fullApplication")
  requireHttps(req)
  await limitByAddress(req, "fullApplication")
  const cartId = await requireOwnCart(req)
  await limitByCart(req, "apply")
  const form = await readForm(req, applicationForm(Date.now()))
  const result = await applyInFull(req.scope, {
    cartId,
    form,
    loggedInId: shopperOf(req),
  })
  if (result.outcome === "incomplete") {
    throw incomplete(result.problems.map(({ field, sentence }) => ({ field, message: sentence })))
  }
  if (result.outcome === "limited") {
    throw tooManyAttempts(result.wait)
  }
  return { application: showApplication({ ...result, isUnchanged: true }, optionsOf(req)) }
})
