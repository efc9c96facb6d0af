import type { Logger } from "@medusajs/framework/types"
import type { FinancingLogger, LogFields } from "../../financing-api"

/** Medusa's logger, whose JSON lines get the fields beside the sentence. `always`: those of every line. */
export function structured(logger: Logger, always: LogFields): FinancingLogger {
  const at = (level: "debug" | "warn") => (message: string, fields?: LogFields) => {
    if (logger.shouldLog(level)) logger.log(level, message, { ...always, ...fields })
  }
  return {
    debug: at("debug"),
    warn: at("warn"),
    info: (message) => logger.info(message),
    error: (message) => logger.error(message),
  }
}
