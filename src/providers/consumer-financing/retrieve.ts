import type {
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
} from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { ApplicationState } from "../../domain/application-state"
import { toPaymentData, toSessionData } from "../../translation/session-data"
import { toCents } from "../../translation/amount"
import { userError } from "../../translation/user-error"
import { type Needs, requireApplication } from "./needs"
import { initiate } from "./initiate"

const OTHER_CURRENCY = "Financing is available for purchases in US dollars only."

type Input = { data?: Record<string, unknown> }

/**
 * Returns the current data from the plugin's records, without a call. `data` may come from a browser with any
 * session's id, so the answer is built anew, without the address.
 */
export async function retrieve(needs: Needs, { data }: Input): Promise<Input> {
  const sessionId = String(data?.session_id)
  const { application } = await requireApplication(needs, sessionId)
  return { data: toPaymentData(application, sessionId) }
}

/**
 * Builds the data that replaces a session's. Includes the address if the caller identifies the session by its id in
 * the context, or knows the address already. A changed amount needs another application: the cart's, if it has that
 * total. Throws INVALID_DATA with a message otherwise.
 */
export async function update(
  needs: Needs,
  { data, context, amount, currency_code }: UpdatePaymentInput
): Promise<UpdatePaymentOutput> {
  const sessionId = String(data?.session_id)
  const known = await requireApplication(needs, sessionId)
  if (currency_code && currency_code.toLowerCase() !== "usd") {
    throw userError(OTHER_CURRENCY)
  }
  const isChanged = amount !== undefined && toCents(amount) !== known.application.financed_cents
  const { status } = isChanged
    ? await initiate(needs, { data: { session_id: sessionId }, context }, amount)
    : {}
  const { application } = isChanged ? await requireApplication(needs, sessionId) : known
  const isOwn =
    context?.idempotency_key === sessionId ||
    (known.application.customer_url !== null && data?.url === known.application.customer_url)
  return {
    ...(status ? { status } : {}),
    data: isOwn ? toSessionData(application, sessionId) : toPaymentData(application, sessionId),
  }
}

const STATUS: Record<ApplicationState, PaymentSessionStatus> = {
  created: PaymentSessionStatus.PENDING,
  "awaiting-customer": PaymentSessionStatus.PENDING,
  "under-review": PaymentSessionStatus.PENDING_AUTHORIZATION,
  "ready-to-settle": PaymentSessionStatus.AUTHORIZED,
  settling: PaymentSessionStatus.CAPTURED,
  funded: PaymentSessionStatus.CAPTURED,
  "partly-refunded": PaymentSessionStatus.CAPTURED,
  refunded: PaymentSessionStatus.CAPTURED,
  declined: PaymentSessionStatus.REQUIRES_MORE,
  cancelled: PaymentSessionStatus.REQUIRES_MORE,
  expired: PaymentSessionStatus.REQUIRES_MORE,
  "needs-attention": PaymentSessionStatus.PENDING,
}

/** Checks the service and returns Medusa's status. For display only: authorizing requires much more. */
export async function retrieveStatus(
  needs: Needs,
  { data }: GetPaymentStatusInput
): Promise<GetPaymentStatusOutput> {
  const sessionId = String(data?.session_id)
  const known = await requireApplication(needs, sessionId)
  const { application } = await needs.financing.checkStatus(known.application)
  return {
    status: STATUS[application.state],
    data: toPaymentData(application, sessionId),
  }
}
