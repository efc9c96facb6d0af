import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readCurrentApplication } from "../../../../../../../workflows/cart-status"
import { optionsOf, requireOwnPage, requireOwnCart } from "../../../../guards"
import { answering } from "../../../../refusal"
import { showApplication } from "../../../../show-application"

/** Returns the cart's application with its offers from the plugin's records, for a page that renders again. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(req, res, async () => {
    requireOwnPage(req)
    const cartId = await requireOwnCart(req)
    const current = await readCurrentApplication(req.scope, cartId)
    return { application: current && showApplication(current, optionsOf(req)) }
  })
}
