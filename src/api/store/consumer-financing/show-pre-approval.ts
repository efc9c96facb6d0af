import { cents, toDollars } from "../../../domain/money"
import type { PreApprovalState } from "../../../domain/pre-approval"
import type { PreApprovalRecord } from "../../../modules/consumer-financing/records"
import type {
  ShownPreApproval,
  ShownPreApprovalStatus,
  StaffPreApproval,
} from "./shown-pre-approval"

const STATUS: Record<PreApprovalState, ShownPreApprovalStatus> = {
  requested: "unconfirmed",
  "in-doubt": "unconfirmed",
  refused: "not_available",
  "awaiting-customer": "apply",
  "under-review": "under_review",
  approved: "approved",
  declined: "declined",
  cancelled: "not_available",
  expired: "expired",
  "needs-attention": "on_hold",
}

const MESSAGE: Record<ShownPreApprovalStatus, string> = {
  unconfirmed:
    "It is not known whether your request arrived. If you are sent a link to apply, it did; otherwise please ask again later.",
  apply: "Please open your link at the financing service and apply there.",
  under_review: "Your request is being reviewed.",
  approved: "You are pre-approved. Choose financing at the checkout to use it.",
  used: "Your pre-approval has been used for a purchase.",
  declined: "The pre-approval was not given. Nothing was charged.",
  expired: "Your pre-approval has expired. You can ask for a new one.",
  not_available: "There is no pre-approval for you at the moment.",
  on_hold: "Your pre-approval needs a check by the shop.",
}

/** A pre-approval as the store API answers it: nothing personal, and no token. */
export function showPreApproval(preApproval: PreApprovalRecord): ShownPreApproval {
  const { id, max_approval_cents, expires_at } = preApproval
  const status = statusOf(preApproval)
  const isApproved = status === "approved"
  const maximum = max_approval_cents === null ? null : toDollars(cents(max_approval_cents))
  return {
    id,
    status,
    message: MESSAGE[status],
    approved_up_to: isApproved ? maximum : null,
    currency_code: "usd",
    expires_at: isApproved ? new Date(expires_at).toISOString() : null,
    application_url: status === "apply" ? preApproval.customer_url : null,
    explanation_url: status === "not_available" ? preApproval.explanation_url : null,
  }
}

/** What a pre-approval was used for: an order, or a cart that may become one, and how much of it in cents. */
export type UsedFor = { order_id: string | null; order_display_id: string | null; cents: number }

export function showPreApprovalToStaff(
  preApproval: PreApprovalRecord,
  usedFor?: UsedFor
): StaffPreApproval {
  const { environment, state, code, customer_id, cart_id } = preApproval
  const { application_id, requested_by, error_code, created_at, max_approval_cents } = preApproval
  const dollars = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? null : toDollars(cents(amount))
  return {
    ...showPreApproval(preApproval),
    environment,
    state,
    code,
    customer_id,
    cart_id,
    application_id,
    order_id: usedFor?.order_id ?? null,
    order_display_id: usedFor?.order_display_id ?? null,
    used_amount: dollars(usedFor?.cents),
    maximum_approved: dollars(max_approval_cents),
    requested_by,
    error_code,
    created_at: new Date(created_at).toISOString(),
  }
}

function statusOf({
  state,
  application_id,
  expires_at,
}: PreApprovalRecord): ShownPreApprovalStatus {
  if (application_id !== null) return "used"
  const status = STATUS[state]
  const isOver = status === "approved" && new Date(expires_at).getTime() <= Date.now()
  return isOver ? "expired" : status
}
