import { formatMoney, toDollars } from "../money"
import type { Behaviour } from "../behaviour"
import { getCurrentLink, type Application } from "../state/application"

/** `payment_status` of each status code. An assumption from the field notes. */
const PAYMENT_STATUSES: Record<string, string> = {
  C: "completed",
  L: "completed",
  U: "failed",
  X: "failed",
  O: "cancelled",
  T: "cancelled",
}

export function getPaymentStatus(status: string): string {
  return PAYMENT_STATUSES[status] ?? "pending"
}

/** Builds the postback fields of an application's current status. */
export function buildPostbackFields(
  application: Application,
  extent: Behaviour["postbackFields"]
): Record<string, string> {
  const { token, status, loanAmount, orderId } = getCurrentLink(application)
  if (extent === "minimal") return { uuid: token }
  return {
    txn_type: status === "R" ? "pre-approval" : "cart",
    payment_status: getPaymentStatus(status),
    pt_currency: "USD",
    pt_amount: toDollars(loanAmount).toFixed(2),
    uuid: token,
    pt_id: application.id,
    pt_app_status: status,
    platform: "sandbox",
    lender: application.lender,
    ...(application.taxExempt && { tax_exempt: "yes" }),
    ...(orderId !== "" && { order_id: orderId }),
  }
}

/** Summarizes a postback for the log. */
export function describePostback(fields: Record<string, string>): string {
  const amount =
    fields.pt_amount === undefined ? "" : `, ${formatMoney(Number(fields.pt_amount) * 100)}`
  return `${fields.payment_status ?? "uuid only"}${amount}`
}

/** Encodes fields as body and Content-Type. */
export function encodeFields(
  fields: Record<string, string>,
  encoding: Behaviour["postbackEncoding"]
): { contentType: string; body: string } {
  if (encoding === "json") return { contentType: "application/json", body: JSON.stringify(fields) }
  const body = new URLSearchParams(fields).toString()
  return { contentType: "application/x-www-form-urlencoded", body }
}
