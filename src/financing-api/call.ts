import { randomUUID } from "node:crypto"
import type { z } from "@medusajs/framework/zod"
import type { ClientSettings } from "./client-options"
import { describeIssues } from "./describe-issues"
import type { Deadline } from "./deadline"
import type { Endpoint } from "./endpoint"
import { type FailedCall, toError } from "./failure"
import type { Pools } from "./pools"
import { type RequestParts, toRequestParts } from "./request-parts"

/** What every method takes last. */
export interface CallOptions {
  /** Gives up on this call; others are not touched. */
  signal?: AbortSignal
  /** Stands in this call's errors and log lines; made up when it is missing or not plain. */
  correlationId?: string
  /** One try, also of a call that is safe to repeat: the caller comes back on its own. */
  once?: boolean
}

/** What one client's calls have in common. */
export interface Wire {
  settings: ClientSettings
  pools: Pools
  /** Unreadable fields that the log names already. */
  warned: Set<string>
}

/** One call under way: its row, its request, its limits. */
export interface Call<Out extends z.ZodType = z.ZodType> extends FailedCall {
  endpoint: Endpoint<z.ZodType, Out>
  parts: RequestParts
  deadline: Deadline
}

/** Who is calling, for errors: before anything of the call is valid. */
export function identify(endpoint: Endpoint, correlationId: string | undefined): FailedCall {
  const isPlain = correlationId !== undefined && /^[\w.:-]{1,100}$/.test(correlationId)
  return {
    operation: endpoint.operation,
    changes: !endpoint.safeToRepeat,
    correlationId: isPlain ? correlationId : randomUUID(),
  }
}

/** Checks the input against the row's strict schema; throws InvalidRequestError naming the field. */
export function prepare<In extends z.ZodType>(
  endpoint: Endpoint<In>,
  input: z.input<In>,
  caller: FailedCall
): RequestParts {
  const parsed = endpoint.input.safeParse(input)
  if (parsed.success && typeof parsed.data === "object" && parsed.data !== null) {
    return toRequestParts(endpoint, parsed.data)
  }
  const detail = describeIssues(parsed.error?.issues ?? [])
  throw toError(caller, { code: "invalid_request", detail })
}
