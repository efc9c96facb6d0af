import { z } from "@medusajs/framework/zod"
import { ENDPOINT_NAMES } from "../endpoints/operations"
import { ODDITIES } from "./oddities"

/** What can be done to an answer. */
export const FAULT_KINDS = [
  "timeout",
  "reset",
  "status",
  "unauthorized",
  "truncated",
  "garbage",
  "drip",
  "empty",
  "wrong-content-type",
  "redirect",
  "huge",
  "mid-headers",
  "mid-body",
  "altered",
  "odd",
] as const

/** Narrows a fault or a postback rule to some applications. All given parts must agree. */
export const matchSchema = z.strictObject({
  orderId: z.string().optional(),
  token: z.string().optional(),
  lastName: z.string().optional(),
})

/** One order to misbehave. */
export const faultSchema = z.strictObject({
  operation: z.enum(ENDPOINT_NAMES),
  kind: z.enum(FAULT_KINDS),
  /** `before`: the call changes nothing. `after`: it is carried out, its answer suffers. */
  when: z.enum(["before", "after"]).default("before"),
  /** Which matching call from now on starts it; 1 is the next. Default: the next. */
  nth: z.number().int().min(1).optional(),
  /** How many calls suffer. Default: 1 when `nth` is given, else all. */
  count: z.number().int().min(1).optional(),
  /** HTTP status for `status` (default 500). */
  status: z.number().int().min(200).max(599).optional(),
  /** Additional answer headers, e.g. `retry-after`, `location`, `content-encoding`. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Body for `status`, `garbage` and `wrong-content-type`. */
  body: z.string().optional(),
  /** For `altered`: laid over the fields of a JSON answer, which stays what it is otherwise. */
  fields: z.record(z.string(), z.json()).optional(),
  /** For `odd`, which says the same as ever, oddly: in which ways; in every one that fits when left out. */
  oddities: z.array(z.enum(ODDITIES)).optional(),
  /** Milliseconds between two bytes for `drip` (default 250). */
  intervalMs: z.number().min(1).optional(),
  /** With `before`: the call is carried out after all, this many milliseconds later. */
  executesAfterMs: z.number().min(0).optional(),
  match: matchSchema.optional(),
})

export type FaultInput = z.input<typeof faultSchema>
export type Fault = z.output<typeof faultSchema>
export type Match = z.output<typeof matchSchema>

/** What is known of a call or postback when rules are matched. */
export interface Facts {
  orderId: string | undefined
  tokens: readonly string[]
  lastName: string | undefined
}

/** Whether a rule's `match` fits; no match fits everything. */
export function fits(match: Match | undefined, facts: Facts): boolean {
  if (!match) return true
  return (
    (match.orderId === undefined || match.orderId === facts.orderId) &&
    (match.token === undefined || facts.tokens.includes(match.token)) &&
    (match.lastName === undefined || match.lastName === facts.lastName)
  )
}
