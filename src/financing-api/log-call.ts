import type { FinancingLogger } from "./client-options"
import type { FinancingError } from "./errors"
import type { FailedCall } from "./failure"

type Ending = { kind: "success"; httpStatus: number } | { kind: "failure"; error: FinancingError }

/** One line per call: operation, HTTP status, milliseconds, correlation id. Nothing else. */
export function logCall(
  logger: FinancingLogger | undefined,
  line: { caller: FailedCall; verdict: Ending; ms: number }
): void {
  const { caller, verdict } = line
  const end = `${Math.round(line.ms)} ms [${caller.correlationId}]`
  if (verdict.kind === "success") {
    write(logger, "debug", `financing ${caller.operation}: HTTP ${verdict.httpStatus}, ${end}`)
    return
  }
  const { error } = verdict
  const status = error.httpStatus === null ? "no answer" : `HTTP ${error.httpStatus}`
  const text = `financing ${caller.operation}: ${error.code} (${error.outcome}), ${status}, ${end}`
  write(logger, "warn", text)
}

/** A logger that throws must not turn a settled loan into an error. */
export function write(
  logger: FinancingLogger | undefined,
  level: keyof FinancingLogger,
  message: string
): void {
  try {
    logger?.[level](message)
  } catch {
    // There is nobody left to tell.
  }
}
