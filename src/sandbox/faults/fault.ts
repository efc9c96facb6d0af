import { z } from "@medusajs/framework/zod"
import { ENDPOINT_NAMES } from "../endpoints/endpoint-paths"
import { ODDITIES } from "./oddities"

/** Kinds of faults in a response. */
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

/** Restricts a fault or a postback rule to some applications. All given fields must match. */
export const matchSchema = z.strictObject({
  orderId: z.string().optional(),
  token: z.string().optional(),
  lastName: z.string().optional(),
})

/** Fault to inject into calls. */
export const faultSchema = z.strictObject({
  operation: z.enum(ENDPOINT_NAMES),
  kind: z.enum(FAULT_KINDS),
  /** `before`: the call changes nothing. `after`: the call runs, and its response gets the fault. */
  when: z.enum(["before", "after"]).default("before"),
  /** First matching call that gets the fault; 1, the default, is the next. */
  nth: z.number().int().min(1).optional(),
  /** Number of calls that get the fault. Default: 1 with `nth`, otherwise all. */
  count: z.number().int().min(1).optional(),
  /** HTTP status for `status` (default 500). */
  status: z.number().int().min(200).max(599).optional(),
  /** Additional response headers, e.g. `retry-after`, `location`, `content-encoding`. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Body for `status`, `garbage` and `wrong-content-type`. */
  body: z.string().optional(),
  /** For `altered`: overrides of fields of a JSON response. */
  fields: z.record(z.string(), z.json()).optional(),
  /** For `odd`: unusual encodings of the unchanged response. Default: all that apply to the operation. */
  oddities: z.array(z.enum(ODDITIES)).optional(),
  /** Milliseconds between two bytes for `drip` (default 250). */
  intervalMs: z.number().min(1).optional(),
  /** With `before`: runs the call after all, this many milliseconds later. */
  executesAfterMs: z.number().min(0).optional(),
  match: matchSchema.optional(),
})

export type FaultInput = z.input<typeof faultSchema>
export type Fault = z.output<typeof faultSchema>
export type Match = z.output<typeof matchSchema>

/** Attributes of a call or postback that rules match. */
export interface MatchFacts {
  orderId: string | undefined
  tokens: readonly string[]
  lastName: string | undefined
}

/** Checks a rule's `match`. Undefined matches everything. */
export function isMatch(match: Match | undefined, facts: MatchFacts): boolean {
  if (!match) return true
  return (
    (match.orderId === undefined || match.orderId === facts.orderId) &&
    (match.token === undefined || facts.tokens.includes(match.token)) &&
    (match.lastName === undefined || match.lastName === facts.lastName)
  )
}
