import { ignoreErrors } from "../in-span"
import type { FinancingLogger, LogFields } from "./client-options"
import type { FailedCall } from "./failure"
import type { FinalVerdict } from "./judge"

/** Limits memory, because each entry of a list has its own name. */
const MOST_WARNINGS = 1_000

/**
 * Logs one line per call as a sentence and as fields: operation, HTTP status, milliseconds, correlation id, and
 * names of unreadable fields. Nothing else.
 */
export function logCall(
  logger: FinancingLogger | undefined,
  line: {
    caller: FailedCall
    verdict: FinalVerdict<unknown>
    ms: number
    /** Logged warnings: an odd answer recurs with every status check. */
    warned: Set<string>
  }
): void {
  const { caller, verdict } = line
  const ms = Math.round(line.ms)
  const end = `${ms} ms [${caller.correlationId}]`
  const who = { operation: caller.operation, correlation_id: caller.correlationId, ms }
  if (verdict.kind === "success") {
    const fields = { ...who, outcome: "success", http_status: verdict.httpStatus }
    const text = `financing ${caller.operation}: HTTP ${verdict.httpStatus}, ${end}`
    write(logger, { level: "debug", text, fields })
    warnOfUnreadable(logger, line.warned, { caller, fields: verdict.unreadable })
    return
  }
  const { error } = verdict
  const status = error.httpStatus === null ? "no answer" : `HTTP ${error.httpStatus}`
  const text = `financing ${caller.operation}: ${error.code} (${error.outcome}), ${status}, ${end}`
  const { code, outcome, httpStatus: http_status } = error
  write(logger, { level: "warn", text, fields: { ...who, outcome, code, http_status } })
}

/** Warns once per client for the same fields of the same call. */
function warnOfUnreadable(
  logger: FinancingLogger | undefined,
  warned: Set<string>,
  { caller, fields }: { caller: FailedCall; fields: readonly string[] }
): void {
  const what = `${caller.operation}: the answer was understood without ${fields.join(", ")}`
  if (fields.length === 0 || warned.has(what)) return
  if (warned.size < MOST_WARNINGS) warned.add(what)
  write(logger, {
    level: "warn",
    text: `financing ${what}, which could not be read [${caller.correlationId}]`,
    fields: {
      operation: caller.operation,
      correlation_id: caller.correlationId,
      unreadable: fields.join(", "),
    },
  })
}

export function write(
  logger: FinancingLogger | undefined,
  line: { level: "debug" | "warn"; text: string; fields: LogFields }
): void {
  ignoreErrors(() => logger?.[line.level](line.text, line.fields))
}
