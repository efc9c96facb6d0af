import CartModule from "@medusajs/medusa/cart"
import { defineLink } from "@medusajs/framework/utils"
import ConsumerFinancingModule from "../modules/consumer-financing"

/** `query.graph({ entity: "financing_application", fields: ["cart.*"] })`: no table, the id is on the application. */
export default defineLink(
  { linkable: ConsumerFinancingModule.linkable.financingApplication, field: "cart_id" },
  CartModule.linkable.cart,
  { readOnly: true }
)
