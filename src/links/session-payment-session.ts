import PaymentModule from "@medusajs/medusa/payment"
import { defineLink } from "@medusajs/framework/utils"
import ConsumerFinancingModule from "../modules/consumer-financing"

/** `query.graph({ entity: "financing_session", fields: ["payment_session.*"] })`: a session's application. */
export default defineLink(
  { linkable: ConsumerFinancingModule.linkable.financingSession, field: "payment_session_id" },
  PaymentModule.linkable.paymentSession,
  { readOnly: true }
)
