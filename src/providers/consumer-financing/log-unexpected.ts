import type { Logger } from "@medusajs/framework/types"
import { FinancingError } from "../../financing-api"
import { isUserFacing, UserFacingError } from "../../translation/sentence"

/**
 * Writes where an error came from that nobody foresaw. Its message stays out of the log: errors of
 * databases and parsers quote what they were given.
 */
export function logUnexpected(logger: Pick<Logger, "error">, thrown: unknown): void {
  const error = thrown instanceof UserFacingError ? thrown.insteadOf() : thrown
  if (error === undefined || error instanceof FinancingError || isUserFacing(error)) {
    return
  }
  const { name, stack = "" } = error instanceof Error ? error : { name: typeof error }
  const frames = stack.split("\n").filter((line) => line.trimStart().startsWith("at "))
  logger.error(["consumer-financing: " + name, ...frames.slice(0, 6)].join("\n"))
}
