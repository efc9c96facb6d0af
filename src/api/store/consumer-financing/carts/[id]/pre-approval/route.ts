import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { readOwner } from "../../../../../../medusa/read-cart-owner"
import { limitByCart, requireHttps, requireOwnCart, requirePreApprovalHere } from "../../../guards"
import { claimForm } from "../../../forms"
import { readForm } from "../../../read-form"
import { answerWith, notFound } from "../../../refusal"
import { showPreApproval } from "../../../show-pre-approval"

/** Attaches a guest's pre-approval to the cart, by its claim. */
export const POST = answerWith(async (req) => {
  requirePreApprovalHere(req)
  requireHttps(req)
  const cartId = await requireOwnCart(req)
  await limitByCart(req, "attach")
  const { claim } = await readForm(req, claimForm)
  const { preApprovals } = req.scope.resolve(CONSUMER_FINANCING)
  const attached = await preApprovals.attachClaim({ claim, cartId })
  if (!attached) {
    throw notFound()
  }
  return { pre_approval: showPreApproval(attached) }
})

/** Returns the pre-approval that the cart would use. */
export const GET = answerWith(async (req) => {
  requirePreApprovalHere(req)
  const cartId = await requireOwnCart(req)
  const { context, preApprovals } = req.scope.resolve(CONSUMER_FINANCING)
  const customerId = (await readOwner(context.knex, cartId)) ?? null
  const found = await preApprovals.findPreApproval({ cartId, customerId })
  return { pre_approval: found && showPreApproval(found) }
})
