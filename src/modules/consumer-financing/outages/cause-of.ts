import type { FinancingError, FinancingErrorCode } from "../../../financing-api"
import type { OutageCause } from "../../../domain/outage-causes"

/** The service did not do its work, whatever it was asked. */
const UNREACHABLE: readonly FinancingErrorCode[] = [
  "unreachable",
  "connect_timeout",
  "token_unavailable",
  "deadline_before_sending",
  "timed_out",
  "connection_broken",
  "server_error",
  "request_timeout",
  "redirected",
  "unexpected_status",
]

/** Why a call's failure speaks of the service as a whole; null where it speaks of that call alone. */
export function causeOf({ code }: Pick<FinancingError, "code">): OutageCause | null {
  if (code === "wrong_credentials") return "refused-credentials"
  return UNREACHABLE.includes(code) ? "unreachable" : null
}

/** The call was answered, and be it with a no: the service is there. */
export function isAnswer(error: Pick<FinancingError, "code"> | null): boolean {
  return error === null || error.code === "refused" || error.code === "rate_limited"
}
