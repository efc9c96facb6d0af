import { readCurrentApplication } from "../../../../../../../workflows/cart-status"
import { optionsOf, requireOwnPage, requireOwnCart } from "../../../../guards"
import { answerWith } from "../../../../refusal"
import { showApplication } from "../../../../show-application"

/** Returns the cart's application with its offers from the plugin's records, for a page that renders again. */
export const GET = answerWith(async (req) => {
  requireOwnPage(req)
  const cartId = await requireOwnCart(req)
  const current = await readCurrentApplication(req.scope, cartId)
  return { application: current && showApplication(current, optionsOf(req)) }
})
