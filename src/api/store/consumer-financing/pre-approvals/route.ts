import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { limitByContact, limitByAddress, requireHttps, requirePreApprovalHere } from "../guards"
import { preApprovalForm, toContact } from "../forms"
import { readForm } from "../read-form"
import { answerWith } from "../refusal"
import { showPreApproval } from "../show-pre-approval"
import { shopperOf } from "../requester"

/**
 * Requests a pre-approval (endpoint 6) as a guest or as the logged-in customer. The body is personal data: it is
 * read, validated and sent, and never passed to a workflow, event, log, record or error.
 */
export const POST = answerWith(async (req) => {
  requirePreApprovalHere(req)
  requireHttps(req)
  await limitByAddress(req, "preApproval")
  const contact = toContact(await readForm(req, preApprovalForm))
  await limitByContact(req, contact)
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { preApproval, claim } = await financing.preApprovals.requestPreApproval({
    contact,
    suppressNotification: financing.options.preApproval.suppressNotification,
    customerId: shopperOf(req),
    requestedBy: "shopper",
  })
  return { pre_approval: showPreApproval(preApproval), claim }
})
