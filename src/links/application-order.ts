import { defineLink, Modules } from "@medusajs/framework/utils"
import ConsumerFinancingModule from "../modules/consumer-financing"

/** `query.graph({ entity: "financing_application", fields: ["order.*"] })`: the id is on the application. */
export default defineLink(
  { linkable: ConsumerFinancingModule.linkable.financingApplication, field: "order_id" },
  {
    linkable: {
      serviceName: Modules.ORDER,
      entity: "Order",
      field: "order",
      linkable: "order_id",
      primaryKey: "id",
    },
  },
  { readOnly: true }
)
