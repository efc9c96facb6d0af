import { selectFinancingOfferWorkflow } from "../../../../../../../../../../workflows"
import { readCurrentApplication } from "../../../../../../../../../../workflows/cart-status"
import { limitByCart, optionsOf, requireEnabled, requireOwnCart } from "../../../../../../../guards"
import { answerWith, notFound, Refusal } from "../../../../../../../refusal"
import { showApplication } from "../../../../../../../show-application"

/** Selects an offer (endpoint 5). The answer's `contract_url` is where the shopper signs. */
export const POST = answerWith(async (req) => {
  requireEnabled(req, "fullApplication")
  const cartId = await requireOwnCart(req)
  await limitByCart(req, "select")
  const { application_id = "", offer_id = "" } = req.params
  if (!/^\d{1,15}$/.test(offer_id)) {
    throw notFound()
  }
  const { result } = await selectFinancingOfferWorkflow(req.scope).run({
    input: { cart_id: cartId, application_id, offer_id: Number(offer_id) },
  })
  if (result.refused !== null) {
    throw new Refusal({ status: 400, type: "invalid_data", message: result.refused })
  }
  const current = await readCurrentApplication(req.scope, cartId)
  if (!current) {
    throw notFound()
  }
  return { application: showApplication(current, optionsOf(req)) }
})
