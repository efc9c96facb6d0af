import { defineLink, Modules } from "@medusajs/framework/utils"
import ConsumerFinancingModule from "../modules/consumer-financing"

/** `query.graph({ entity: "financing_application", fields: ["cart.*"] })`: the id is on the application. */
export default defineLink(
  { linkable: ConsumerFinancingModule.linkable.financingApplication, field: "cart_id" },
  {
    linkable: {
      serviceName: Modules.CART,
      entity: "Cart",
      field: "cart",
      linkable: "cart_id",
      primaryKey: "id",
    },
  },
  { readOnly: true }
)
