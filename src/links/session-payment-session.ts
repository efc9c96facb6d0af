import { defineLink, Modules } from "@medusajs/framework/utils"
import ConsumerFinancingModule from "../modules/consumer-financing"

/** `query.graph({ entity: "financing_session", fields: ["payment_session.*"] })`. */
export default defineLink(
  { linkable: ConsumerFinancingModule.linkable.financingSession, field: "payment_session_id" },
  {
    linkable: {
      serviceName: Modules.PAYMENT,
      entity: "PaymentSession",
      field: "paymentSession",
      linkable: "payment_session_id",
      primaryKey: "id",
    },
  },
  { readOnly: true }
)
