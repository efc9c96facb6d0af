import { z } from "@medusajs/framework/zod"
import { APPLICATION_STATES } from "../../../domain/application-state"
import { ATTENTION_CAUSES } from "../../../domain/attention"
import { ATTENTION_ACTIONS } from "../../../domain/attention-actions"
import { STANDINGS } from "../../../domain/next-move"
import { OUTAGE_CAUSES } from "../../../domain/outage-causes"
import { OPERATION_KINDS, OPERATION_OUTCOMES } from "../../../domain/operation"

// What the admin API answers. Amounts are integer cents; null where nobody has looked yet.

const cents = z.int().nullable()
/** A Date inside, the same moment as a text over HTTP. */
const moment = z
  .custom<Date | string>((value) => !Number.isNaN(new Date(value as string).getTime()))
  .meta({ type: "string", format: "date-time" })
const text = z.string().nullable()

export const shownApplication = z.object({
  id: z.string(),
  environment: z.enum(["staging", "production"]),
  kind: z.string(),
  state: z.enum(APPLICATION_STATES),
  code: text,
  code_meaning: text,
  code_message: text,
  lender: text,
  cart_id: text,
  order_id: text,
  order_display_id: z.string().nullable().meta({
    description: "As the shop shows it: its own number, or Medusa's.",
  }),
  customer_email: text,
  financed_cents: z.int(),
  service_cents: cents,
  refunded_cents: z.int(),
  attention: text,
  ready_at: moment.nullable(),
  created_at: moment,
})
export type ShownApplication = z.input<typeof shownApplication>

export const shownAttention = z.object({
  id: z.string(),
  cause: z.enum(ATTENTION_CAUSES),
  reason: z.string(),
  since: moment,
  seen_at: moment,
  acknowledged: z.object({ by: z.string(), at: moment }).nullable(),
  application_id: z.string(),
  cart_id: text,
  order_id: text,
  medusa: z.object({
    standing: z.enum(STANDINGS).nullable(),
    financed_cents: z.int(),
    captured_cents: cents,
    refunded_cents: cents,
  }),
  service: z.object({ code: text, meaning: text, cents, tax_exempt: z.boolean().nullable() }),
  operation: z
    .object({ id: z.string(), kind: z.enum(OPERATION_KINDS), target_cents: cents, since: moment })
    .nullable(),
  actions: z.array(z.enum(ATTENTION_ACTIONS)),
  forbidden_actions: z.array(z.enum(ATTENTION_ACTIONS)).meta({
    description: "What could resolve it, too, but the roles of whoever asks do not allow.",
  }),
})

export const shownFile = shownApplication.extend({
  portal_url: text.meta({
    description: "The service's own page about it, where the settings say how to get there.",
  }),
  max_approval_cents: cents,
  captured_cents: cents,
  refunded_in_medusa_cents: cents,
  standing: z.enum(STANDINGS).nullable(),
  payment_id: text.meta({
    description: "Medusa's payment that rests on it and was not cancelled.",
  }),
  tax_exempt: z.boolean().nullable(),
  told_order_id: text,
  last_look_at: moment.nullable(),
  next_look_at: moment.nullable(),
  has_customer_link: z.boolean().meta({
    description:
      "The customer has something to do at the service, and their link can be handed out.",
  }),
  tokens: z.array(z.object({ token: z.string(), position: z.int(), created_at: moment })),
  operations: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(OPERATION_KINDS),
      outcome: z.enum(OPERATION_OUTCOMES),
      target_cents: cents,
      attempts: z.int(),
      error_code: text,
      resolved_by: text,
      resolution_note: text,
      created_at: moment,
      finished_at: moment.nullable(),
    })
  ),
  timeline: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      actor: z.string().meta({ description: "`plugin`, or the id of who did it." }),
      actor_name: text.meta({ description: "A person's name or e-mail address, a key's title." }),
      details: z.record(z.string(), z.unknown()).nullable(),
      created_at: moment,
    })
  ),
  attentions: z.array(shownAttention),
})
export type ShownFile = z.input<typeof shownFile>

export const shownOutage = z.object({
  environment: z.enum(["staging", "production"]),
  is_in_use: z.boolean().meta({ description: "New applications would be made there." }),
  cause: z.enum(OUTAGE_CAUSES),
  since: moment,
  shoppers: z.int().meta({ description: "How many could not finance their purchase meanwhile." }),
  cents: z.int().meta({ description: "And what their purchases came to." }),
})
export type ShownOutage = z.input<typeof shownOutage>

export const shownPostback = z.object({
  id: z.string(),
  application_id: z.string(),
  received_at: moment,
  content_type: text,
  bytes: z.int(),
  fields: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "What was readable of it; never the body itself." }),
  outcome: z.enum(["waiting", "processed", "put-aside"]),
  validation: text.meta({ description: "Endpoint 15's word about it." }),
  attempts: z.int(),
  processed_at: moment.nullable(),
})
export type ShownPostback = z.input<typeof shownPostback>
