import { z } from "@medusajs/framework/zod"

export const SHOWN_PRE_APPROVAL_STATUSES = [
  "unconfirmed",
  "apply",
  "under_review",
  "approved",
  "used",
  "declined",
  "expired",
  "not_available",
  "on_hold",
] as const
export type ShownPreApprovalStatus = (typeof SHOWN_PRE_APPROVAL_STATUSES)[number]

const moment = z.string().nullable()

/** A pre-approval as a storefront shows it. */
export const shownPreApproval = z.object({
  id: z.string(),
  status: z.enum(SHOWN_PRE_APPROVAL_STATUSES),
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

/** The same as a merchant's staff sees it. */
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
    "Shows a guest's right to it, told this once: keep it in the shopper's browser. Null for a customer with an account.",
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
export type StaffPreApproval = z.output<typeof staffPreApproval>
