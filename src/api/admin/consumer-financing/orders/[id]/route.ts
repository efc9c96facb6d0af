import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { showFile } from "../../show-application"

/** The application that an order is paid by, or null when it is paid in another way. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const orderId = req.params.id ?? ""
  const { data: carts } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  })
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const cartIds = (carts as { cart_id: string }[]).map(({ cart_id }) => cart_id)
  const [newest] = await financing.listFinancingApplications(
    { $or: [{ order_id: orderId }, { cart_id: cartIds }] },
    { order: { attempt: "DESC" }, take: 1, select: ["id"] }
  )
  const file = newest && (await financing.readApplication(newest.id))
  res.json({ application: file ? await showFile(req.scope, file) : null })
}
