import { z } from "@medusajs/framework/zod"
import { behaviourSchema } from "../behaviour"
import { OUTCOMES } from "../state/decisions"

const dollars = z.number().nonnegative()

/** Inputs of the control API; strict, so that a misspelt key is refused. */
export const statusInput = z.strictObject({
  status: z.string().min(1).optional(),
  loanAmount: dollars.optional(),
  taxExempt: z.boolean().optional(),
  lender: z.string().optional(),
  /** true: send a postback in any case; false: send none. Default: as usual for that status. */
  postback: z.boolean().optional(),
})

export const portalInput = z.strictObject({
  action: z.enum(["fund", "cancel", "refund", "partial-refund"]),
  /** Dollars; required for partial-refund. */
  loanAmount: dollars.optional(),
  postback: z.boolean().optional(),
})

export const decisionInput = z.strictObject({ outcome: z.enum(OUTCOMES) })

export const postbackInput = z.strictObject({
  /** Laid over the usual fields; null takes a field away. */
  fields: z.record(z.string(), z.union([z.string(), z.null()])).optional(),
  contentType: z.string().optional(),
  /** Replaces the whole body. */
  body: z.string().optional(),
})

export const clockInput = z.strictObject({
  advanceSeconds: z.number().nonnegative(),
  /** Only what concerns this application falls due; for all others no time passes. */
  token: z.string().optional(),
})

export const applicationsInput = z.strictObject({
  /** Only those whose order id, as they were created with it, begins with this. */
  orderId: z.string().optional(),
  /** Only those of a customer with this last name: a pre-approval has no order id yet. */
  lastName: z.string().optional(),
})

export const callsInput = z.strictObject({
  operation: z.string().optional(),
  token: z.string().optional(),
  orderId: z.string().optional(),
})

export const releaseInput = z.strictObject({
  order: z.union([z.enum(["written", "reverse"]), z.array(z.number().int().min(0))]).optional(),
  /** Only what is held about this application; positions count among that. */
  token: z.string().optional(),
})

const { shape } = behaviourSchema

/** Every behaviour optional and without default, so that only given ones change. */
export const behaviourChange = z.strictObject(
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, schema.removeDefault().optional()])
  )
)

export const settingsInput = z.strictObject({
  minAmount: dollars.optional(),
  maxAmount: dollars.optional(),
  behaviour: behaviourChange.optional(),
})

export type StatusInput = z.infer<typeof statusInput>
export type PortalInput = z.infer<typeof portalInput>
export type DecisionInput = z.infer<typeof decisionInput>
export type PostbackInput = z.infer<typeof postbackInput>
export type ClockInput = z.infer<typeof clockInput>
export type ApplicationsInput = z.infer<typeof applicationsInput>
export type CallsInput = z.infer<typeof callsInput>
export type ReleaseInput = z.infer<typeof releaseInput>
