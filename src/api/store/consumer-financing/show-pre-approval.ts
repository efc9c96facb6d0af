import { z } from "@medusajs/framework/zod"
import { pickFields } from "../../pick-fields"
import type { PreApprovalState } from "../../../domain/pre-approval"
import type { PreApprovalRecord } from "../../../modules/consumer-financing/records"
import { inDollars } from "./show-application"

const shownStatus = z.enum([
  "unconfirmed",
  "apply",
  "under_review",
  "approved",
  "used",
  "declined",
  "expired",
  "not_available",
  "on_hold",
])
type ShownPreApprovalStatus = z.output<typeof shownStatus>

const moment = z.string().nullable()

export const shownPreApproval = z.object({
  id: z.string(),
  status: shownStatus,
  message: z.string().meta({ description: "A sentence for the shopper." }),
  approved_up_to: z.number().nullable().meta({ description: "In dollars, once it is approved." }),
  currency_code: z.literal("usd"),
  expires_at: moment.meta({ description: "Until when it can be used, once it is approved." }),
  application_url: z.string().nullable().meta({
    description: "Where the customer applies. It opens their application: do not log or store it.",
  }),
  explanation_url: z.string().nullable().meta({
    description: "With `not_available`: the service's page that says why, where it named one.",
  }),
})

export const staffPreApproval = shownPreApproval.extend({
  environment: z.string(),
  state: z.string().meta({ description: "The plugin's word." }),
  code: z.string().nullable().meta({ description: "The service's, as last read." }),
  customer_id: z.string().nullable(),
  cart_id: z.string().nullable().meta({ description: "The cart that a claim was brought to." }),
  application_id: z.string().nullable().meta({ description: "The application that used it." }),
  order_id: z.string().nullable().meta({ description: "The order that it was used for." }),
  order_display_id: z.string().nullable().meta({
    description: "As the shop shows it: its own number, or Medusa's.",
  }),
  used_amount: z.number().nullable().meta({ description: "How much it was used for, in dollars." }),
  maximum_approved: z.number().nullable().meta({
    description: "In dollars, as it was approved, also once it was used or has expired.",
  }),
  requested_by: z.string().meta({ description: "`shopper`, or the staff member's id." }),
  error_code: z.string().nullable().meta({ description: "Why it was refused or is in doubt." }),
  created_at: z.string(),
})

const claim = z.string().nullable().meta({
  description:
    "Proves a guest's ownership and is returned once: keep it in the shopper's browser. Null for a customer with an account.",
})

export const requestedPreApprovalAnswer = z.object({ pre_approval: shownPreApproval, claim })
export const preApprovalAnswer = z.object({ pre_approval: shownPreApproval.nullable() })
export const attachedPreApprovalAnswer = z.object({ pre_approval: shownPreApproval })
export const staffRequestedAnswer = z.object({ pre_approval: staffPreApproval, claim })
export const staffListAnswer = z.object({
  pre_approvals: z.array(staffPreApproval),
  count: z.int(),
  limit: z.int(),
  offset: z.int(),
  notify_url: z.string().meta({
    description:
      "For the service to write to when a pre-approval moves on: register it there, and keep it to yourself.",
  }),
})

export type ShownPreApproval = z.output<typeof shownPreApproval>

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

/** Formats a pre-approval for the store API, without personal data and token. */
export function showPreApproval(preApproval: PreApprovalRecord): ShownPreApproval {
  const { id, max_approval_cents, expires_at } = preApproval
  const status = statusOf(preApproval)
  const isApproved = status === "approved"
  return {
    id,
    status,
    message: MESSAGE[status],
    approved_up_to: isApproved ? inDollars(max_approval_cents) : null,
    currency_code: "usd",
    expires_at: isApproved ? new Date(expires_at).toISOString() : null,
    application_url: status === "apply" ? preApproval.customer_url : null,
    explanation_url: status === "not_available" ? preApproval.explanation_url : null,
  }
}

/** The order or cart that used a pre-approval, and the amount in cents. */
type UsedFor = { order_id: string | null; order_display_id: string | null; cents: number }

export function showPreApprovalToStaff(preApproval: PreApprovalRecord, usedFor?: UsedFor) {
  return pickFields(staffPreApproval, {
    ...preApproval,
    ...showPreApproval(preApproval),
    order_id: usedFor?.order_id ?? null,
    order_display_id: usedFor?.order_display_id ?? null,
    used_amount: inDollars(usedFor?.cents ?? null),
    maximum_approved: inDollars(preApproval.max_approval_cents),
    created_at: new Date(preApproval.created_at).toISOString(),
  })
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
