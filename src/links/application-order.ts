import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import ConsumerFinancingModule from "../modules/consumer-financing"

/** `query.graph({ entity: "financing_application", fields: ["order.*"] })`: no table, the id is on the application. */
export default defineLink(
  { linkable: ConsumerFinancingModule.linkable.financingApplication, field: "order_id" },
  OrderModule.linkable.order,
  { readOnly: true }
)
