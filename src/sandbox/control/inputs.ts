import { z } from "@medusajs/framework/zod"
import { behaviourSchema } from "../behaviour"
import { OUTCOMES } from "../state/decisions"

const dollarAmount = z.number().nonnegative()

/** Schemas of the control API. They are strict, so a misspelt key is refused. */
export const statusInput = z.strictObject({
  status: z.string().min(1).optional(),
  loanAmount: dollarAmount.optional(),
  taxExempt: z.boolean().optional(),
  lender: z.string().optional(),
  /** true: always sends a postback; false: never. Default: depends on the status. */
  postback: z.boolean().optional(),
})

export const portalInput = z.strictObject({
  action: z.enum(["fund", "cancel", "refund", "partial-refund"]),
  /** Dollars; required for partial-refund. */
  loanAmount: dollarAmount.optional(),
  postback: z.boolean().optional(),
})

export const decisionInput = z.strictObject({ outcome: z.enum(OUTCOMES) })

export const postbackInput = z.strictObject({
  /** Overrides of the usual fields. Null removes a field. */
  fields: z.record(z.string(), z.union([z.string(), z.null()])).optional(),
  contentType: z.string().optional(),
  /** Replaces the whole body. */
  body: z.string().optional(),
})

export const clockInput = z.strictObject({
  advanceSeconds: z.number().nonnegative(),
  /** Runs only the tasks of this application. Time does not pass for the others. */
  token: z.string().optional(),
})

export const applicationsInput = z.strictObject({
  /** Prefix of the order id at creation. */
  orderId: z.string().optional(),
  /** Last name of the customer. Finds pre-approvals, which have no order id yet. */
  lastName: z.string().optional(),
})

export const callsInput = z.strictObject({
  operation: z.string().optional(),
  token: z.string().optional(),
  orderId: z.string().optional(),
})

export const releaseInput = z.strictObject({
  order: z.union([z.enum(["written", "reverse"]), z.array(z.number().int().min(0))]).optional(),
  /** Releases only the postbacks of this application. Positions count among them. */
  token: z.string().optional(),
})

const { shape } = behaviourSchema

/** Behaviour with optional keys and no defaults, so that omitted keys keep their values. */
export const behaviourInput = z.strictObject(
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, schema.removeDefault().optional()])
  )
)

export const settingsInput = z.strictObject({
  minAmount: dollarAmount.optional(),
  maxAmount: dollarAmount.optional(),
  behaviour: behaviourInput.optional(),
})

export type StatusInput = z.infer<typeof statusInput>
export type PortalInput = z.infer<typeof portalInput>
export type DecisionInput = z.infer<typeof decisionInput>
export type PostbackInput = z.infer<typeof postbackInput>
export type ClockInput = z.infer<typeof clockInput>
export type ApplicationsInput = z.infer<typeof applicationsInput>
export type CallsInput = z.infer<typeof callsInput>
export type ReleaseInput = z.infer<typeof releaseInput>
